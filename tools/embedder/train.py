"""Trains the table of token vectors, from random values or on from a model of the same vocabulary.

A text is a bag of tokens: the sum of sqrt(count) x row over its distinct tokens, divided by its length. The loss is
symmetric InfoNCE over (text, code and path) pairs, the other pairs of a batch being wrong answers. Every seed begins with
the same table; the trained ones are averaged.
"""
import argparse
import filecmp
import json
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from bags import KINDS, load_pairs
from batches import Batches
from model import read_model

FIRST_DEVIATION = 0.06
WARM_UP_STEPS = 20
LAST_RATE = 0.03  # of the first
REPORT_STEPS = 100


def main():
    options = _options()
    torch.set_num_threads(options.threads)
    with open(options.work + '/vocab.counts.json') as file:
        frequency = np.sqrt(np.array(json.load(file), np.float64))
    pairs = load_pairs(options.pairs, options.work, options.threads)
    print(f'{len(pairs.kind)} pairs of {pairs.repository.max() + 1} repositories:', {kind: int((pairs.kind == at).sum()) for at, kind in enumerate(KINDS)}, flush=True)
    first = _model_table(options) if options.first else _random_table(len(frequency), options)
    tables = []
    for seed in map(int, options.seeds.split(',')):
        table = _train(Batches(pairs, len(frequency), options, seed), first, options, f'seed {seed}')
        # The same mean norm for all, by how often tokens occur.
        tables.append(table * (frequency.sum() / (np.linalg.norm(table, axis=1) * frequency).sum()))
    trained = sum(tables) / len(tables)
    np.save(options.out, ((1 - options.keep) * trained + options.keep * first.numpy()).astype(np.float32))


def _options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add('--pairs', required=True, help='folder that mine.py wrote')
    add('--work', required=True, help='folder that vocab.py wrote; tokenised pairs are kept there')
    add('--out', required=True, help='the table, *.npy')
    add('--seeds', default='1,2,3', help='one run each (%(default)s)')
    add('--first', metavar='MODEL', help='folder of a model with the same vocab.json, whose table is trained on; --dimension is then its own')
    add('--keep', type=float, default=0, help="share of the first table in the average: with --first, of the model's (%(default)s)")
    add('--first-seed', type=int, default=0, help='of the random table (%(default)s)')
    add('--steps', type=int, default=1000, help='%(default)s')
    add('--threads', type=int, default=2, help='%(default)s')
    add('--dimension', type=int, default=256, help='%(default)s')
    add('--batch', type=int, default=2048, help='pairs drawn (%(default)s)')
    add('--rate', type=float, default=0.01, help='learning rate of Adam (%(default)s)')
    add('--temperature', type=float, default=0.05, help='%(default)s')
    add('--text-drop', type=float, default=0.2, help='share of tokens of texts that are left out (%(default)s)')
    add('--code-drop', type=float, default=0.2, help='share of tokens of codes that are left out (%(default)s)')
    add('--hide-name', type=float, default=0.5, help='share of codes without their own name (%(default)s)')
    add('--path', type=float, default=0.9, help='share of codes with their path (%(default)s)')
    add('--same-repository', type=float, default=0.25, help='share of batches out of four repositories (%(default)s)')
    return parser.parse_args()


def _random_table(rows, options):
    return torch.randn(rows, options.dimension, generator=torch.Generator().manual_seed(options.first_seed)) * FIRST_DEVIATION


def _model_table(options):
    if not filecmp.cmp(options.first + '/vocab.json', options.work + '/vocab.json', shallow=False):
        raise SystemExit(f'{options.first}/vocab.json is not {options.work}/vocab.json. Run vocab.py with --rows-of {options.first}.')
    scales, rows = read_model(options.first + '/model.bin')
    return torch.from_numpy(rows * scales[:, None])


def _train(batches, first, options, label):
    table = torch.nn.Parameter(first.clone())
    optimizer = torch.optim.Adam([table], lr=options.rate, betas=(0.9, 0.99), fused=True)
    started, losses = time.time(), []
    for step in range(options.steps):
        for group in optimizer.param_groups:
            group['lr'] = _rate(step, options)
        loss = _loss(table, *batches.next(), options.temperature)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if step % REPORT_STEPS == REPORT_STEPS - 1:
            print(f'{label} step {step + 1} loss {np.mean(losses[-REPORT_STEPS:]):.3f}, {(time.time() - started) / (step + 1):.2f} s a step', flush=True)
    return table.detach().numpy()


def _rate(step, options):
    """Linear at first, then a cosine."""
    cosine = 0.5 * (1 + math.cos(math.pi * step / options.steps))
    return options.rate * min(1, (step + 1) / WARM_UP_STEPS) * ((1 - LAST_RATE) * cosine + LAST_RATE)


def _loss(table, count, texts, codes, temperature):
    scores = _unit_vectors(table, texts) @ _unit_vectors(table, codes).T / temperature
    right = torch.arange(count)
    return (F.cross_entropy(scores, right) + F.cross_entropy(scores.T, right)) / 2


def _unit_vectors(table, bags):
    ids, offsets, weights = bags
    return F.normalize(F.embedding_bag(ids, table, offsets, mode='sum', per_sample_weights=weights), dim=1)


if __name__ == '__main__':
    main()
