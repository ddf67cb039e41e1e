"""The version of the rules: a part of every vote's key. It stands apart from them, because reading them takes time."""

RULE_VERSION = "rule/5"
