"""How the calls of a run are carried out, where they are not simply made one by one."""
