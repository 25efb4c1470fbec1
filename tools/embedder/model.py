"""The model's file: u32 rows, u32 dimension, f32 scale[rows], i8 table[rows x dimension], little-endian."""
import hashlib
import struct

import numpy as np
import scipy.sparse

PATH_TOKENS = 10
PATH_REPEATS = 3


def quantise(table):
    """(scales, int8 rows): the largest component of a row becomes 127."""
    scales = (np.abs(table).max(1) / 127).astype(np.float32)
    scales[scales == 0] = 1e-9
    return scales, np.round(table / scales[:, None]).clip(-127, 127).astype(np.int8)


def write_model(path, scales, rows):
    with open(path, 'wb') as file:
        file.write(struct.pack('<II', *rows.shape) + scales.astype('<f4').tobytes() + rows.tobytes())


def read_model(path):
    """(scales, int8 rows)"""
    with open(path, 'rb') as file:
        content = file.read()
    count, dimension = struct.unpack('<II', content[:8])
    expected = 8 + 4 * count + count * dimension
    if len(content) != expected:
        raise SystemExit(f'{path}: {len(content)} bytes, but {count} rows of {dimension} are {expected}')
    return np.frombuffer(content, '<f4', count, 8), np.frombuffer(content, np.int8, count * dimension, 8 + 4 * count).reshape(count, dimension)


def model_id(folder):
    """As the product has it: of the SHA-256 over model.bin and vocab.json the first 16 digits."""
    digest = hashlib.sha256()
    for name in ('model.bin', 'vocab.json'):
        with open(f'{folder}/{name}', 'rb') as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


def embed(table, sequences):
    """Unit vectors of sequences of token ids; zeros for one without tokens."""
    ids, weights, offsets = [], [], [0]
    for sequence in sequences:
        distinct, counts = np.unique(np.asarray(sequence, np.int64), return_counts=True)
        ids.append(distinct)
        weights.append(np.sqrt(counts))
        offsets.append(offsets[-1] + len(distinct))
    bags = scipy.sparse.csr_matrix((np.concatenate(weights), np.concatenate(ids), offsets), shape=(len(sequences), len(table)))
    vectors = bags @ table
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
