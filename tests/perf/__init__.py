"""What `make perf` measures: start, commands, data and the wire, in one run, each beside a yardstick of that run."""
