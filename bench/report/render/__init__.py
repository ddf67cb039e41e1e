"""Sections in three forms: lines for a terminal, Markdown, and the data from which a page's script draws them."""
