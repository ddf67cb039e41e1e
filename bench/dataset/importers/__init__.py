"""One module per source format. Each turns rows into items and chunks and notes every fault it meets."""
