"""Pages to look at: one HTML file each, with everything in it, that opens from the file system without a network.

Guarantees: what other people wrote (model names, chunks, answers, submissions) reaches a page as JSON data and is
shown as text; no script but the suite's own may run, by a policy in the page that names each script's hash; nothing is
loaded.
"""
