"""What the learning interfaces cost, and what those of other packages do."""
