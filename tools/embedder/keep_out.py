"""Keeps an evaluation set out of the training data: identical files, and code whose lines mostly occur there."""
import hashlib

from languages import language_of
from repository import Repository

MOST_FILE_BYTES = 1_000_000
# Shorter lines occur everywhere.
LEAST_LINE_CHARS = 25


class KeepOut:
    def __init__(self, folders):
        self.files, self.lines = set(), set()
        for folder in folders:
            repository = Repository(folder)
            for _, text in repository.read([file for file in repository.files if language_of(file[0]) and file[1] <= MOST_FILE_BYTES]):
                self.files.add(_key(text))
                self.lines.update(_line_keys(text))

    def has_file(self, text):
        return _key(text) in self.files

    def has_code(self, code):
        """Whether two lines or more, and half of the long ones at least, occur in the set."""
        keys = _line_keys(code)
        return bool(keys) and len(keys & self.lines) >= max(2, 0.5 * len(keys))


def _key(text):
    return int.from_bytes(hashlib.md5(text.encode('utf8', 'replace')).digest()[:8], 'little')


def _line_keys(code):
    squeezed = (''.join(line.split()) for line in code.split('\n'))
    return {_key(line) for line in squeezed if len(line) >= LEAST_LINE_CHARS}
