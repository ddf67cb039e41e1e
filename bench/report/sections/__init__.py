"""What a report says, as sections of tables and notes: built once, shown in a terminal, as Markdown and on a page.

Guarantees: figures are shown and none is computed; every rate comes with its count and its interval; what is undefined
is an em dash, never 0; names that other people chose hold no control and no bidirectional character.
"""
