//! Fetching ahead what the next turn of a loop will read.
#![allow(unsafe_code)]

/// Asks for the first lines of a value.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const LINE: usize = 64;
        const LINES: usize = 7;
        let first: *const i8 = std::ptr::from_ref(value).cast();
        for i in 0..size_of::<T>().div_ceil(LINE).min(LINES) {
            // SAFETY: every x86-64 processor has the instruction; it reads nothing that the program could see.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(LINE * i)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
