"""Draws batches of pairs: how often which pair, and what of it is hidden."""
import numpy as np
import torch

from bags import KINDS, NAME_KIND

KIND_WEIGHT = dict(doc=1, decl=0.5, inline=0.6, name=0.3, commit=1.5)
# Repositories with more pairs than this can fill a quarter of a batch.
LARGE_REPOSITORY = 600
# Texts with more tokens lose some, and half of the long ones most: questions are short.
SHORT_TEXT, LONG_TEXT, LONG_TEXT_DROP = 5, 14, 0.45
HIDDEN_NAMES = 0.7


class Batches:
    def __init__(self, pairs, rows, options, seed):
        self.pairs, self.rows, self.options, self.random = pairs, rows, options, np.random.default_rng(seed)
        weights = np.array([KIND_WEIGHT[kind] for kind in KINDS])[pairs.kind]
        sizes = np.bincount(pairs.repository)
        # Large repositories are drawn less than in proportion.
        self.all = np.cumsum(weights * sizes[pairs.repository] ** -0.3)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        self.large = np.where(sizes > LARGE_REPOSITORY)[0]
        self.of_large = {one: (starts[one], np.cumsum(weights[starts[one]:starts[one + 1]])) for one in self.large}
        self.large_share = sizes[self.large] ** 0.6 / (sizes[self.large] ** 0.6).sum()

    def next(self):
        """(number of pairs, bags of their texts, bags of their codes)"""
        pairs = np.unique(self._draw_close() if len(self.large) >= 4 and self.random.random() < self.options.same_repository else self._draw(self.all, self.options.batch))
        return len(pairs), self._texts(pairs), self._codes(pairs)

    def _draw(self, cumulated, count):
        return np.minimum(np.searchsorted(cumulated, self.random.random(count) * cumulated[-1]), len(cumulated) - 1)

    def _draw_close(self):
        """Four repositories only, so that the wrong codes of a batch are close to the right ones."""
        chosen = self.random.choice(self.large, 4, replace=False, p=self.large_share)
        return np.concatenate([self.of_large[one][0] + self._draw(self.of_large[one][1], self.options.batch // 4) for one in chosen])

    def _texts(self, pairs):
        rows, ids, weights = self.pairs.text.gather(pairs)
        lengths, count = np.bincount(rows, minlength=len(pairs)), len(pairs)
        is_shortened = (lengths > LONG_TEXT) & (self.random.random(count) < 0.5)
        dropped = np.where(lengths > SHORT_TEXT, self.options.text_drop, 0) + np.where(is_shortened, LONG_TEXT_DROP, 0)
        kept = self.random.random(len(rows)) >= dropped[rows]
        return _bags(rows[kept], ids[kept], weights[kept], count)

    def _codes(self, pairs):
        """Code without some of its tokens, often without its own name, mostly with its path."""
        count = len(pairs)
        rows, ids, weights = self.pairs.code.gather(pairs)
        name_rows, names, _ = self.pairs.name.gather(pairs)
        hidden = (self.random.random(count) < np.where(self.pairs.kind[pairs] == NAME_KIND, HIDDEN_NAMES, self.options.hide_name))[name_rows]
        is_name = np.isin(rows * self.rows + ids, (name_rows * self.rows + names)[hidden])
        kept = ~is_name & (self.random.random(len(rows)) >= self.options.code_drop)
        path_rows, path_ids, _ = self.pairs.path.gather(pairs)
        with_path = (self.random.random(count) < self.options.path)[path_rows]
        rows = np.concatenate([rows[kept], path_rows[with_path]])
        ids = np.concatenate([ids[kept], path_ids[with_path]])
        weights = np.concatenate([weights[kept], np.ones(with_path.sum(), np.float32)])
        order = np.argsort(rows, kind='stable')
        return _bags(rows[order], ids[order], weights[order], count)


def _bags(rows, ids, weights, count):
    """As torch's embedding_bag takes them: ids, offsets, weights."""
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=count))[:-1]])
    return torch.from_numpy(ids.astype(np.int64)), torch.from_numpy(offsets), torch.from_numpy(weights.astype(np.float32))
