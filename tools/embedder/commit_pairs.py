"""Mines (subject, code, path) out of a history: commits that change one to three source files, and their largest hunk."""
import random
import re
import subprocess

from languages import LANGUAGE_OF_EXTENSION, SKIPPED_PATH, TEST_PATH, language_of

_PREFIX = re.compile(r'^\s*(\[[^\]]*\]|\(?#\d+\)?|[A-Z]+-\d+:?|(feat|fix|chore|docs|refactor|perf|test|style|build|ci|revert)(\([^)]*\))?!?:)\s*')
_REFERENCE = re.compile(r'\(?#\d+\)?|\b[A-Z]{3,}-\d+\b|\(GH-?\d+\)')
_DULL = re.compile(
    r'bump|merge|release|version|typo|changelog|lint|format|upgrade|revert|readme|copyright|dependenc|update .*snapshot|translat|whitespace|review', re.I)
_MOST_FILES = 3
_MOST_SUBJECT_CHARS = 300
_LEAST_SUBJECT_WORDS = 4
_LINES_BEFORE = 15
_MOST_LINES = 50
_LEAST_CODE_CHARS = 100


def commit_pairs(git, seconds, most_commits):
    """Newest commits first, as many as are read in the time given."""
    choice = random.Random(2)
    for record in _log(git, seconds, most_commits).split('\x01')[1:]:
        subject, _, diff = record.partition('\x03')
        subject = _REFERENCE.sub('', _PREFIX.sub('', subject)).strip(' .:-')
        if len(subject.split()) < _LEAST_SUBJECT_WORDS or _DULL.search(subject):
            continue
        files = [file for file in re.split(r'^diff --git ', diff, flags=re.M)[1:] if _is_source(file.split('\n', 1)[0])]
        if not 1 <= len(files) <= _MOST_FILES:
            continue
        file = choice.choice(files)
        path, code = file.split('\n', 1)[0].split(' b/')[-1], _largest_hunk(file)
        if language_of(path) and len(code) >= _LEAST_CODE_CHARS:
            yield subject[:_MOST_SUBJECT_CHARS], code, path


def _log(git, seconds, most_commits):
    command = ['timeout', str(seconds), 'git', '--git-dir', git, '-c', 'diff.renames=false', 'log', '--no-merges', '-n', str(most_commits), '--format=%x01%s%x03',
               '-p', '-U6', '--function-context', '--diff-filter=M', '--', *('*.' + extension for extension in LANGUAGE_OF_EXTENSION)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode('utf8', 'replace')


def _is_source(heading):
    return not TEST_PATH.search(heading) and not SKIPPED_PATH.search(heading)


def _largest_hunk(file):
    """The new side of the hunk with the most changed lines, from some lines before the first of them."""
    hunks = re.split(r'^@@[^@\n]*@@.*\n', file, flags=re.M)[1:]
    if not hunks:
        return ''
    rows = max(hunks, key=lambda hunk: sum(row[:1] in '+-' for row in hunk.split('\n'))).split('\n')
    first = next((at for at, row in enumerate(rows) if row[:1] in ('+', '-')), None)
    if first is None:
        return ''
    start = max(0, first - _LINES_BEFORE)
    return '\n'.join(row[1:] for row in rows[start:start + _MOST_LINES] if not row.startswith('-'))
