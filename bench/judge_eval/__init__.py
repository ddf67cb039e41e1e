"""How reliable a judge is: its votes on labelled answers, compared with the labels. The judges are those of a run."""
