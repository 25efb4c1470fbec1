"""Tokenised pairs as compressed sparse rows: of each field the distinct token ids of every pair, with their weights."""
import glob
import json
import os
from multiprocessing import Pool

import numpy as np

from tokenizer import Tokenizer, path_text

KINDS = ['doc', 'decl', 'inline', 'name', 'commit']
NAME_KIND = KINDS.index('name')
FIELDS = ('text', 'code', 'name', 'path')
# Tokens kept of each field; of a path the last ones.
MOST_TOKENS = dict(text=40, code=250, name=10, path=10)
LEAST_TEXT_TOKENS, LEAST_NAME_TOKENS, LEAST_CODE_TOKENS = 3, 2, 10


class Bags:
    """One field of all pairs: pair i has `ids[offsets[i]:offsets[i + 1]]`, weighted by the square root of their counts."""

    def __init__(self, ids, counts, lengths):
        self.ids, self.weights = ids, np.sqrt(counts)
        self.offsets = np.concatenate([[0], np.cumsum(lengths)])

    def gather(self, pairs):
        """(place in `pairs`, token id, weight) of every token of some pairs, as three arrays."""
        lengths = self.offsets[pairs + 1] - self.offsets[pairs]
        ends = np.cumsum(lengths)
        rows = np.repeat(np.arange(len(pairs)), lengths)
        at = np.repeat(self.offsets[pairs] - ends + lengths, lengths) + np.arange(lengths.sum())
        return rows, self.ids[at], self.weights[at]


class Pairs:
    """All pairs: `kind` and `repository` as numbers, the fields as bags."""

    def __init__(self, arrays):
        self.kind, self.repository = arrays['kind'], arrays['repository']
        self.text, self.code, self.name, self.path = (Bags(*(arrays[f'{field}_{part}'] for part in ('ids', 'counts', 'lengths'))) for field in FIELDS)


def load_pairs(folder, work, processes):
    """Pairs of a folder, tokenised with work/vocab.json; work/pairs.npz keeps them for the next run."""
    cache = work + '/pairs.npz'
    if not os.path.exists(cache):
        np.savez(cache, **_tokenise_all(sorted(glob.glob(folder + '/*.jsonl')), work + '/vocab.json', processes))
    return Pairs(dict(np.load(cache)))


def _tokenise_all(paths, vocabulary, processes):
    if not paths:
        raise SystemExit('no *.jsonl among the pairs. Run mine.py first.')
    with Pool(processes) as pool:
        parts = pool.map(_tokenise, [(path, vocabulary) for path in paths], chunksize=1)
    arrays = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    arrays['repository'] = np.repeat(np.arange(len(parts), dtype=np.int32), [len(part['kind']) for part in parts])
    return arrays


def _tokenise(job):
    path, vocabulary = job
    tokenizer, kinds, fields = Tokenizer(vocabulary), [], {field: [] for field in FIELDS}
    with open(path) as file:
        for record in map(json.loads, file):
            is_name = record['kind'] == 'name'
            name, code = tokenizer.encode(record['name']), tokenizer.encode(record['code'])
            text = name if is_name else tokenizer.encode(record['text'])
            if len(text) < (LEAST_NAME_TOKENS if is_name else LEAST_TEXT_TOKENS) or len(code) < LEAST_CODE_TOKENS:
                continue
            for field, tokens in zip(FIELDS, (text, code, name, tokenizer.encode(path_text(record['path']))[-MOST_TOKENS['path']:])):
                fields[field].append(tokens[:MOST_TOKENS[field]])
            kinds.append(KINDS.index(record['kind']))
    arrays = dict(kind=np.array(kinds, np.int8))
    for field, sequences in fields.items():
        arrays.update(zip((f'{field}_{part}' for part in ('ids', 'counts', 'lengths')), _counted(sequences, tokenizer.size)))
    return arrays


def _counted(sequences, rows):
    """Distinct ids and their counts, one sequence after the other, and how many each has."""
    lengths = np.array([len(sequence) for sequence in sequences], np.int64)
    flat = np.fromiter((token for sequence in sequences for token in sequence), np.int64, count=lengths.sum())
    keys, counts = np.unique(np.repeat(np.arange(len(sequences)), lengths) * rows + flat, return_counts=True)
    return (keys % rows).astype(np.int32), counts.astype(np.float32), np.bincount(keys // rows, minlength=len(sequences)).astype(np.int32)
