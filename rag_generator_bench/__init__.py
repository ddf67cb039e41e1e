"""The name under which inspect_ai knows the suite: it names tasks after the top-level package they are defined in."""
