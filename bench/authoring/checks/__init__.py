"""The checks of the suite's own format, one module for each family.

Every check is a function of the tables of a language (or of both) and a report that it adds findings to. A check
passes over what the schema check has already reported (an id that names nothing), so that one slip is one finding.
"""
