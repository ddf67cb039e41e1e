"""Reports: a summary as tables, as a submission, and many submissions as a leaderboard. Nothing here calls out."""
