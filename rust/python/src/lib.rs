//! The native module `zellige._native`.
