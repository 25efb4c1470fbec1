"""Computes ids and vectors of test texts anew, for a new model: what the product's embedder has to reproduce.

The texts are those of an existing file (libs/engine/src/embed/testing/static.vectors.json). Sums are in float64, in
ascending order of token ids; vectors are rounded to 6 digits, so a test allows 2e-6.
"""
import argparse
import json

import numpy as np

from model import PATH_REPEATS, PATH_TOKENS, read_model
from tokenizer import Tokenizer, path_text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--model', required=True, help='folder with model.bin and vocab.json')
    parser.add_argument('--cases', required=True, help='file with the texts')
    parser.add_argument('--out', required=True, help='the new file; may be the same')
    options = parser.parse_args()
    scales, rows = read_model(options.model + '/model.bin')
    tokenizer = Tokenizer(options.model + '/vocab.json')
    with open(options.cases) as file:
        content = json.load(file)
    for case in content['cases']:
        case['ids'] = _ids(tokenizer, case)
        case['vector'] = [round(float(np.float32(component)), 6) + 0.0 for component in _vector(scales, rows, case['ids'])]
    content.update(dim=rows.shape[1], rows=rows.shape[0])
    with open(options.out, 'w') as file:
        json.dump(content, file, ensure_ascii=False, separators=(',', ':'))


def _ids(tokenizer, case):
    text = case['text'] if 'text' in case else case['repeat']['text'] * case['repeat']['times']
    path = tokenizer.encode(path_text(case['path']))[-PATH_TOKENS:] * PATH_REPEATS if 'path' in case else []
    return tokenizer.encode(text) + path


def _vector(scales, rows, ids):
    vector = np.zeros(rows.shape[1])
    for row, count in zip(*np.unique(np.array(ids, np.int64), return_counts=True)):
        vector += (np.sqrt(float(count)) * float(scales[row])) * rows[row].astype(np.float64)
    length = np.sqrt(sum(component * component for component in vector))
    return vector / length if length > 0 else vector


if __name__ == '__main__':
    main()
