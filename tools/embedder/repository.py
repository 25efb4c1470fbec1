"""Reads a repository: an exported folder, a checkout or a bare git directory. Of git, the newest commit is read."""
import os
import subprocess

from languages import language_of
from licences import LICENCE_FILE, POINTER_CHARS, licence_of

MOST_LICENCE_BYTES = 200_000


def run_git(git_folder, *arguments):
    return subprocess.run(['git', '--git-dir', git_folder, *arguments], capture_output=True).stdout


class Repository:
    """`files` lists (path, size in bytes, blob id or None), `git` is the git directory or None."""

    def __init__(self, path):
        if not os.path.isdir(path):
            raise SystemExit(f'no such folder: {path}. Name a folder of source or a git directory.')
        self.root = os.path.abspath(path)
        self.name = _name_of(self.root)
        self.git = next((git for git in (self.root, self.root + '/.git') if os.path.isdir(git + '/objects') and os.path.exists(git + '/HEAD')), None)
        self.commit = run_git(self.git, 'rev-parse', 'HEAD').decode().strip() if self.git else None
        self.files = list(_git_files(self.git) if self.git else _folder_files(self.root))

    def read(self, files):
        """Yields (path, text) for entries of `files`; anything absent or not UTF-8 is passed over."""
        for path, content in self._blobs(files) if self.git else self._contents(files):
            try:
                yield path, content.decode('utf8')
            except UnicodeDecodeError:
                pass

    def licence(self):
        """(licence or None when it is not clearly permissive, folders under another licence)"""
        top, other = [], set()
        texts = [file for file in self.files if LICENCE_FILE.match(os.path.basename(file[0])) and file[1] < MOST_LICENCE_BYTES and not language_of(file[0])]
        for path, text in self.read(texts):
            folder, licence = os.path.dirname(path), licence_of(text)
            if not folder:
                top.append((licence, len(text)))
            elif licence is None and len(text) > POINTER_CHARS:
                other.add(folder + '/')
        if any(licence is None and length > POINTER_CHARS for licence, length in top):
            return None, sorted(other)
        return ' OR '.join(sorted({licence for licence, _ in top if licence})) or None, sorted(other)

    def _blobs(self, files):
        with subprocess.Popen(['git', '--git-dir', self.git, 'cat-file', '--batch'], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as git:
            for path, _, blob in files:
                git.stdin.write((blob + '\n').encode())
                git.stdin.flush()
                header = git.stdout.readline().split()
                if len(header) == 3:
                    content = git.stdout.read(int(header[2]))
                    git.stdout.read(1)
                    yield path, content
            git.stdin.close()

    def _contents(self, files):
        for path, _, _ in files:
            with open(os.path.join(self.root, path), 'rb') as file:
                yield path, file.read()


def _name_of(root):
    """`owner+name/repo` and `owner+name.git` are called owner/name."""
    parts = root.split('/')
    return (parts[-2] if parts[-1] in ('repo', '.git') else parts[-1].removesuffix('.git')).replace('+', '/')


def _git_files(git):
    for entry in run_git(git, 'ls-tree', '-r', '-l', '-z', 'HEAD').decode('utf8', 'replace').split('\0'):
        if entry:
            meta, path = entry.split('\t', 1)
            _, kind, blob, size = meta.split()
            if kind == 'blob' and size.isdigit():
                yield path, int(size), blob


def _folder_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != '.git')
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, root), os.path.getsize(path), None
