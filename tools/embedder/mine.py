"""Mines (text, code) training pairs from repositories: one <name>.jsonl and <name>.info.json each.

A repository is an exported folder, a checkout or a bare git directory; commit pairs need the history. Repositories
without a clearly permissive licence are refused; folders and files under another licence are left out.
"""
import argparse
import collections
import json
import os
import random
import re
import time
import warnings
from multiprocessing import Pool

from commit_pairs import commit_pairs
from keep_out import KeepOut
from languages import SKIPPED_PATH, TEST_PATH, language_of
from licences import COPYLEFT
from repository import Repository
from source_pairs import source_pairs

LEAST_FILE_BYTES, MOST_FILE_BYTES = 150, 300_000
LEAST_FILE_LINES, MOST_LINE_CHARS = 5, 120
TEST_SHARE = 0.15
MOST_TEXT_CHARS, MOST_CODE_CHARS = 600, 3000
# How much of a file is looked at for a licence of its own.
FILE_HEAD_CHARS = 3000

_keep_out = None


def main():
    options = _options()
    os.makedirs(options.out, exist_ok=True)
    keep_out = KeepOut(options.keep_out)
    print(f'kept out: {len(keep_out.files)} files, {len(keep_out.lines)} lines', flush=True)
    with Pool(options.processes, initializer=_share, initargs=(keep_out,)) as pool:
        for info in pool.imap_unordered(_mine, [(path, options) for path in options.repositories]):
            print(json.dumps(info), flush=True)


def _options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add('repositories', nargs='+', help='folders of source or git directories')
    add('--out', required=True, help='folder for the pairs')
    add('--keep-out', nargs='*', default=[], metavar='FOLDER', help='repositories of the evaluation set: their files and lines are dropped')
    add('--drop-path', type=re.compile, metavar='REGEX', help='paths to leave out')
    add('--most', type=int, default=14000, help='most documentation and commit pairs of one repository; half as many inline, a third as many others (%(default)s)')
    add('--commit-seconds', type=int, default=20, help='time for one history, 0 for no commit pairs (%(default)s)')
    add('--commits', type=int, default=2500, help='most commits read of one history (%(default)s)')
    add('--processes', type=int, default=2, help='%(default)s')
    return parser.parse_args()


def _share(keep_out):
    """Once in each process: the set is large."""
    global _keep_out
    _keep_out = keep_out
    warnings.filterwarnings('ignore')  # of Python sources that are parsed


def _mine(job):
    path, options = job
    started = time.time()
    repository = Repository(path)
    licence, left_out = repository.licence()
    info = dict(name=repository.name, commit=repository.commit, licence=licence, left_out=left_out)
    if licence is None:
        return dict(info, refused='licence')
    choice, dropped = random.Random(1), collections.Counter()
    pairs = _file_pairs(repository, _files_of(repository, tuple(left_out), options, choice), dropped)
    if repository.git and options.commit_seconds:
        pairs['commit'] = [_record('commit', subject, code, '', path) for subject, code, path in commit_pairs(repository.git, options.commit_seconds, options.commits)
                           if not path.startswith(tuple(left_out)) and not (options.drop_path and options.drop_path.search(path))]
    target = os.path.join(options.out, repository.name.replace('/', '+'))
    counts = _write(target + '.jsonl', _chosen(pairs, options.most, choice), repository.name, dropped)
    info.update(pairs=counts, kept_out=dropped.total(), seconds=round(time.time() - started))
    with open(target + '.info.json', 'w') as file:
        json.dump(info, file)
    return info


def _files_of(repository, left_out, options, choice):
    files = [file for file in repository.files
             if language_of(file[0]) and LEAST_FILE_BYTES <= file[1] <= MOST_FILE_BYTES and not SKIPPED_PATH.search(file[0]) and not file[0].startswith(left_out)
             and not (options.drop_path and options.drop_path.search(file[0]))]
    return [file for file in files if not TEST_PATH.search(file[0]) or choice.random() < TEST_SHARE]


def _file_pairs(repository, files, dropped):
    """Pairs by kind; a text or a code that comes again is taken once."""
    pairs, seen = {}, set()
    for path, source in repository.read(files):
        lines = source.count('\n')
        if lines < LEAST_FILE_LINES or len(source) / (lines + 1) > MOST_LINE_CHARS or COPYLEFT.search(source[:FILE_HEAD_CHARS]):
            continue
        if _keep_out.has_file(source):
            dropped['file'] += 1
            continue
        for kind, text, code, name in source_pairs(source, language_of(path)):
            keys = {text.lower() + '|' + code[:400], (text or name + code[:200]).lower()}
            if not keys & seen:
                seen |= keys
                pairs.setdefault(kind, []).append(_record(kind, text[:MOST_TEXT_CHARS], code, name, path))
    return pairs


def _record(kind, text, code, name, path):
    return dict(kind=kind, text=text, code=code[:MOST_CODE_CHARS], name=name, path=path, lang=language_of(path))


def _chosen(pairs, most, choice):
    limits = dict(doc=most, decl=most // 3, inline=most // 2, name=most // 3, commit=most)
    for kind, records in sorted(pairs.items()):
        choice.shuffle(records)
        yield from records[:limits[kind]]


def _write(path, records, repository, dropped):
    """Published by a rename, so that a run that is stopped leaves no half a file. Returns counts by kind."""
    counts = collections.Counter()
    with open(path + '.part', 'w') as file:
        for record in records:
            if _keep_out.has_code(record['code']):
                dropped['code'] += 1
                continue
            counts[record['kind']] += 1
            file.write(json.dumps(dict(record, repo=repository)) + '\n')
    os.replace(path + '.part', path)
    return counts


if __name__ == '__main__':
    main()
