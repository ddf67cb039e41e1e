"""What `make perf` measures: start, commands, data, wire and pages, in one run, each beside a yardstick of that run."""
