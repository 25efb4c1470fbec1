"""Makes vocab.json out of mined pairs, and vocab.counts.json, how often each token occurs.

Rows: letters and digits, the same as continuations, pieces of words, then whole words that occur in several repositories,
by sqrt(count) x number of repositories. The WordPiece trainer breaks ties at random: two runs differ in a row or so.
"""
import argparse
import collections
import glob
import json
import os
from multiprocessing import Pool

from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers import models, pre_tokenizers, trainers

from tokenizer import words

MOST_ROWS = 65_536  # the product keeps rows in two bytes
CHARACTERS = sorted('abcdefghijklmnopqrstuvwxyz0123456789')
UNKNOWN = '[UNK]'
# A count for continuations, of which none is known.
RARE = 5


def main():
    options = _options()
    paths = sorted(glob.glob(options.pairs + '/*.jsonl'))
    if not paths:
        raise SystemExit(f'no *.jsonl in {options.pairs}. Run mine.py first.')
    counts, repositories = _count(paths, options.processes)
    vocabulary = _rows_of(options.rows_of) if options.rows_of else _new_rows(counts, repositories, options)
    os.makedirs(options.out, exist_ok=True)
    _save(options.out + '/vocab.json', vocabulary)
    _save(options.out + '/vocab.counts.json', [counts.get(token.removeprefix('##'), RARE) for token in vocabulary])
    known = set(vocabulary)
    covered = sum(count for word, count in counts.items() if word in known) / counts.total()
    print(f'{len(vocabulary)} rows; {covered:.4f} of all words are one token')


def _options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--pairs', required=True, help='folder that mine.py wrote')
    parser.add_argument('--out', required=True, help='folder for both files')
    parser.add_argument('--size', type=int, default=22500, help='rows (%(default)s)')
    parser.add_argument('--pieces', type=int, default=6000, help='rows of pieces of words (%(default)s)')
    parser.add_argument('--rows-of', metavar='MODEL', help='folder of a model whose rows are kept, to train it on: only counts are new')
    parser.add_argument('--processes', type=int, default=2, help='%(default)s')
    options = parser.parse_args()
    if options.size > MOST_ROWS:
        parser.error(f'--size {options.size}: {MOST_ROWS} rows are the most')
    return options


def _count(paths, processes):
    """(occurrences, number of repositories) of each word."""
    counts, repositories = collections.Counter(), collections.Counter()
    with Pool(processes) as pool:
        for of_one in pool.imap(_count_file, paths):
            counts.update(of_one)
            repositories.update(of_one.keys())
    return counts, repositories


def _count_file(path):
    counts = collections.Counter()
    with open(path) as file:
        for record in map(json.loads, file):
            counts.update(words('\n'.join((record['text'], record['code'], record['path']))))
    return counts


def _rows_of(model):
    with open(model + '/vocab.json') as file:
        return json.load(file)


def _new_rows(counts, repositories, options):
    rows = CHARACTERS + ['##' + character for character in CHARACTERS] + _pieces(counts, options.pieces) + _whole_words(counts, repositories)
    return list(dict.fromkeys(rows))[:options.size]


def _pieces(counts, size):
    """Pieces of words by WordPiece, frequent words counting more, with damping."""
    pieces = HuggingFaceTokenizer(models.WordPiece(unk_token=UNKNOWN, max_input_chars_per_word=40))
    pieces.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=[UNKNOWN], show_progress=False, continuing_subword_prefix='##')
    repeated = (' '.join([word] * min(50, 1 + int(count ** 0.5) // 4)) for word, count in sorted(counts.items()) if count >= 5 and len(word) <= 20)
    pieces.train_from_iterator(repeated, trainer)
    return sorted(piece for piece in pieces.get_vocab() if piece != UNKNOWN)


def _whole_words(counts, repositories):
    """Words of two repositories at least, so that no project's own names get in."""
    shared = [word for word, count in counts.items() if len(word) > 1 and (repositories[word] >= 3 and count >= 6 or repositories[word] >= 2 and count >= 12)]
    return sorted(shared, key=lambda word: (-(counts[word] ** 0.5) * repositories[word], word))


def _save(path, value):
    with open(path, 'w') as file:
        json.dump(value, file, separators=(',', ':'))


if __name__ == '__main__':
    main()
