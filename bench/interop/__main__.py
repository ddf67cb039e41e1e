"""`python -m bench.interop` prints the folder of the tasks for lm-evaluation-harness, for its `--include_path`.

They come with the package, so that the harness needs no checkout.
"""

from __future__ import annotations

from bench.shipped import shipped

print(shipped("integrations/lm_eval"))
