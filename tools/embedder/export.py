"""Writes model.bin and vocab.json from a trained table, and prints the model's id."""
import argparse
import json
import os
import shutil

import numpy as np

from model import model_id, quantise, write_model


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--work', required=True, help='folder that vocab.py wrote')
    parser.add_argument('--table', required=True, help='*.npy that train.py wrote')
    parser.add_argument('--out', required=True, help='folder for both files')
    parser.add_argument('--dimension', type=int, help="fewer than the table's: along its principal directions, tokens weighted by sqrt(count)")
    parser.add_argument('--flatten', type=float, default=0, help='how far the spread along principal directions is evened out, from 0 to 1, which is whitening (%(default)s)')
    options = parser.parse_args()
    table = np.load(options.table).astype(np.float64)
    with open(options.work + '/vocab.counts.json') as file:
        counts = json.load(file)
    if len(counts) != len(table):
        raise SystemExit(f'{options.table} has {len(table)} rows, {options.work}/vocab.counts.json {len(counts)}: they are not of one run')
    if options.dimension and options.dimension < table.shape[1]:
        table = reduced(table, np.sqrt(np.array(counts, float)), options.dimension)
    if options.flatten:
        table = flattened(table, options.flatten)
    scales, rows = quantise(table.astype(np.float32))
    os.makedirs(options.out, exist_ok=True)
    write_model(options.out + '/model.bin', scales, rows)
    shutil.copyfile(options.work + '/vocab.json', options.out + '/vocab.json')
    print(f'{rows.shape[0]} rows of {rows.shape[1]}, {os.path.getsize(options.out + "/model.bin")} bytes, id {model_id(options.out)}')


def reduced(table, weights, dimension):
    """Not centred: a rotation keeps dot products. The largest component of a direction is positive."""
    return table @ principal_directions(table * weights[:, None])[1][:, :dimension]


def flattened(table, exponent):
    """Along principal directions, each component divided by (spread / largest spread) ** exponent.

    Few directions have most of the spread, and drown the others.
    """
    spreads, directions = principal_directions(table)
    flat = table @ (directions * (spreads / spreads[0]) ** -exponent)
    return flat * (np.linalg.norm(table) / np.linalg.norm(flat))


def principal_directions(rows):
    """(spreads, directions as columns), the largest first; of each direction the largest component is positive."""
    squares, directions = np.linalg.eigh(rows.T @ rows)
    spreads, directions = np.sqrt(squares[::-1].clip(1e-12)), directions[:, ::-1]
    return spreads, directions * np.sign(directions[np.abs(directions).argmax(0), np.arange(len(directions))])


if __name__ == '__main__':
    main()
