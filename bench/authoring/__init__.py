"""What only makers of data use: validate, count, document, export and review a dataset, and measure how hard it is.

No run, score or report needs anything of this room.
"""
