"""Which files are mined: languages by extension, and the paths that are left out."""
import os
import re

_EXTENSIONS = {
    'python': 'py', 'typescript': 'ts tsx mts cts', 'javascript': 'js jsx mjs cjs', 'go': 'go', 'java': 'java', 'rust': 'rs',
    'c': 'c h', 'cpp': 'cc cpp cxx hpp hh', 'csharp': 'cs', 'ruby': 'rb', 'php': 'php', 'swift': 'swift', 'kotlin': 'kt kts',
    'scala': 'scala', 'elixir': 'ex exs', 'lua': 'lua', 'haskell': 'hs', 'zig': 'zig', 'bash': 'sh bash zsh', 'objc': 'm', 'dart': 'dart',
}
LANGUAGE_OF_EXTENSION = {extension: language for language, extensions in _EXTENSIONS.items() for extension in extensions.split()}

# Families by how a comment line begins; Python is read by its own parser.
SLASH_LANGUAGES = set('typescript javascript go java rust c cpp csharp php swift kotlin scala zig objc dart'.split())
HASH_LANGUAGES = {'ruby', 'elixir', 'bash'}
DASH_LANGUAGES = {'lua', 'haskell'}

# Folders and files of other people's code, of generated code and of data.
SKIPPED_PATH = re.compile(
    r'(^|/)(node_modules|_?vendor(ed)?|third[_-]?party|3rdparty|extern(al)?s?|deps|bundled|Pods|bower_components|site-packages|dist|build|\.git|fixtures?'
    r'|testdata|test-?fixtures|snapshots?|__snapshots__|generated|gen|mocks?|locale|migrations)(/|$)'
    r'|\.min\.|\.pb\.|_pb2|zz_generated|\.g\.cs$|\.generated\.|\.d\.ts$|Designer\.cs$', re.I)

# Tests, examples and docs: repetitive, so only a sample of them is read.
TEST_PATH = re.compile(
    r'(^|/)(tests?|specs?|__tests__|e2e|benchmarks?|testing|examples?|samples?|docs?)(/|$)|[_.-](test|spec)s?\.|(^|/)test_'
    r'|Tests?\.(java|cs|kt|php|scala|swift)$', re.I)


def language_of(path):
    """The language that a path's extension names, or None."""
    return LANGUAGE_OF_EXTENSION.get(path.rsplit('.', 1)[-1]) if '.' in os.path.basename(path) else None
