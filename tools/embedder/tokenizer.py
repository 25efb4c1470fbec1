"""The product's tokeniser (libs/engine/src/embed/static.ts) again: both must give the same ids."""
import json
import re

_WORD = re.compile(r'[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]{1,4}(?![0-9])')
_MOST_WORD_CHARS = 40


def words(text):
    """Lower-cased ASCII words, split at capitals; of a long number the last four digits."""
    return [word.lower() for word in _WORD.findall(text) if len(word) <= _MOST_WORD_CHARS]


def path_text(path):
    """The path without its last extension; a dot in front of the file's name begins none."""
    folder, slash, name = path.rpartition('/')
    return folder + slash + (name.rsplit('.', 1)[0] if '.' in name[1:] else name)


class Tokenizer:
    def __init__(self, vocabulary_path):
        with open(vocabulary_path) as file:
            vocabulary = json.load(file)
        self.size = len(vocabulary)
        self._rows = {token: row for row, token in enumerate(vocabulary)}
        self._known = {}

    def encode(self, text):
        """Row numbers of a text's tokens, in its order."""
        return [row for word in words(text) for row in self._split(word)]

    def _split(self, word):
        """Greedy longest match from the left; none when some part is unknown."""
        if word not in self._known:
            self._known[word] = self._match(word)
        return self._known[word]

    def _match(self, word):
        rows, at = [], 0
        while at < len(word):
            prefix = '##' if at else ''
            end = next((end for end in range(len(word), at, -1) if prefix + word[at:end] in self._rows), None)
            if end is None:
                return []
            rows.append(self._rows[prefix + word[at:end]])
            at = end
        return rows
