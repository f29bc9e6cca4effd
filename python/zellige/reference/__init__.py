"""The reference engine: the rules in plain Python, written by definition and kept slow enough to read.

Every rule is checked from scratch with sets and dicts, so that the native engine has something independent to be held
against. File names are those of the native engine's games.
"""
