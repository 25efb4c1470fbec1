"""Tells permissive licence texts from all others, by their wording. A keyword check, no legal review."""
import re

COPYLEFT = re.compile(
    r'GNU (Lesser |Affero |Library )?General Public|\b[AL]?GPL\b|Mozilla Public|\bMPL\b|Eclipse Public|Server Side Public|Business Source|Elastic License'
    r'|Commons Clause|European Union Public|Sustainable Use|Functional Source|Common Development and Distribution|Creative Commons|Polyform|BigTime', re.I)
LICENCE_FILE = re.compile(r'^(un)?licen[sc]e([-_. ].*)?$|^copying([-_. ].*)?$|^mit-license.*$', re.I)
_PERMISSIVE = [
    ('Apache-2.0', r'Apache License,?\s+Version 2\.0|www\.apache\.org/licenses'),
    ('MIT', r'Permission is hereby granted,\s+free of charge'),
    ('BSD', r'Redistributions? and use in source and binary'),
    ('ISC', r'Permission to use, copy, modify,? and(/or)? distribute this software'),
    ('Unlicense', r'This is free and unencumbered software'),
]
# Shorter files only point to another one.
POINTER_CHARS = 250


def licence_of(text):
    """An SPDX-like name, or None when the text is not clearly permissive."""
    text = re.sub(r'[\s*#/;>]+', ' ', text)
    if COPYLEFT.search(text):
        return None
    return next((name for name, pattern in _PERMISSIVE if re.search(pattern, text, re.I)), None)
