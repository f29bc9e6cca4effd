"""The same Blokus work through zellige and through other packages from PyPI: ``python -m benches.peers``."""
