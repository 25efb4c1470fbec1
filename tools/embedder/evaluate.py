"""Scores models alone, without words: NDCG@10 of files by their closest chunk. For choosing between training runs.

Chunks are about 1,000 characters of whole lines, so figures are near the product's dense side but not equal to it; what
counts in the end is `npm run bench -- retrieval`. Questions: JSON lines of {id, repo, query, root, relevant: [{path}]}.
"""
import argparse
import collections
import json
import os

import numpy as np

from languages import language_of
from model import PATH_REPEATS, PATH_TOKENS, embed, read_model
from repository import Repository
from tokenizer import Tokenizer, path_text

CHUNK_CHARS = 1000
MOST_FILE_BYTES = 1_000_000
DEPTH = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--questions', required=True, nargs='+', help='one file a set')
    parser.add_argument('--repositories', required=True, help='folder with one exported repository for each `repo`')
    parser.add_argument('--model', required=True, nargs='+', help='folders with model.bin and vocab.json')
    options = parser.parse_args()
    sets = {os.path.basename(path): _questions(path) for path in options.questions}
    chunks = _all_chunks(sets, options.repositories)
    for folder in options.model:
        scales, rows = read_model(folder + '/model.bin')
        scores = _score(sets, chunks, rows * scales[:, None], Tokenizer(folder + '/vocab.json'))
        print(folder, *(f'{name} {np.mean(values):.4f} ({len(values)})' for name, values in scores.items()), flush=True)


def _questions(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def _all_chunks(sets, folder):
    """(path, text) of every chunk, by (repository, root)."""
    roots = sorted({(question['repo'], question['root']) for questions in sets.values() for question in questions})
    return {(name, root): list(_chunks(Repository(os.path.join(folder, name)), root)) for name, root in roots}


def _chunks(repository, root):
    prefix = root + '/' if root else ''
    for path, text in repository.read([file for file in repository.files if file[0].startswith(prefix) and language_of(file[0]) and file[1] <= MOST_FILE_BYTES]):
        chunk, size = [], 0
        for line in text.split('\n'):
            if chunk and size + len(line) > CHUNK_CHARS:
                yield path, '\n'.join(chunk)
                chunk, size = [], 0
            chunk.append(line)
            size += len(line) + 1
        yield path, '\n'.join(chunk)


def _score(sets, chunks, table, tokenizer):
    scores = collections.defaultdict(list)
    for place, texts in chunks.items():
        paths, vectors = [path for path, _ in texts], embed(table, _documents(tokenizer, texts))
        for name, questions in sets.items():
            for question in questions:
                if (question['repo'], question['root']) == place:
                    query = embed(table, [tokenizer.encode(question['query'])])[0]
                    scores[name].append(_ndcg(_best_files(paths, vectors @ query), {target['path'] for target in question['relevant']}))
    return scores


def _documents(tokenizer, texts):
    ids_of_path = {path: tokenizer.encode(path_text(path))[-PATH_TOKENS:] * PATH_REPEATS for path in {path for path, _ in texts}}
    return [tokenizer.encode(text) + ids_of_path[path] for path, text in texts]


def _best_files(paths, closeness):
    """By their closest chunk, then by path."""
    best = {}
    for path, value in zip(paths, closeness):
        best[path] = max(value, best.get(path, -1))
    return sorted(best, key=lambda path: (-best[path], path))[:DEPTH]


def _ndcg(files, relevant):
    gain = sum(1 / np.log2(rank + 2) for rank, path in enumerate(files) if path in relevant)
    return gain / sum(1 / np.log2(rank + 2) for rank in range(min(DEPTH, len(relevant))))


if __name__ == '__main__':
    main()
