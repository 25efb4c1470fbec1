"""Finds comments and the code that belongs to them, by lines and indents. No parser, so one pass covers twenty languages."""
import re

from languages import DASH_LANGUAGES, HASH_LANGUAGES, SLASH_LANGUAGES

DECLARATION = re.compile(
    r'\b(func|function|fn|def|class|interface|struct|enum|trait|impl|type|module|namespace|protocol|extension|object|public|private|protected|internal|static|const|let|var|val'
    r'|export|async|abstract|override|void|template|constexpr|inline|unsafe|pub|macro_rules!|defmodule|defp|defmacro|local|data|instance|newtype|actor|record|sealed|final'
    r'|virtual|extern|typedef)\b')
CONTROL_FLOW = re.compile(r'\s*(if|for|while|switch|else|return|catch|new|\})\b')
_NAMES = [re.compile(pattern) for pattern in (
    r'\b(?:func|function|fn|def|defp|defmacro|class|interface|struct|enum|trait|module|namespace|protocol|extension|object|type|defmodule|record|macro_rules!|newtype|data)'
    r'\s+(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_][\w.]*[?!]?)',
    r'\b(?:const|let|var|val|static)\s+(?:mut\s+)?([A-Za-z_]\w*)\s*[:=]',
    r'([A-Za-z_]\w*)\s*(?:<[^>()]*>)?\s*\(')]
_NO_NAMES = {'if', 'for', 'while', 'switch', 'return', 'catch', 'new', 'function', 'constructor'}
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|//.*')
_MOST_BLOCK_LINES = 50
_MOST_COMMENT_LINES = 200
_MOST_FOLLOWING_LINES = 12


def indent_of(line):
    return len(line) - len(line.lstrip())


def declared_name(line):
    """The name that a line declares, '' for none."""
    for pattern in _NAMES:
        match = pattern.search(line)
        if match and match.group(1) not in _NO_NAMES:
            return match.group(1)
    return ''


def following(lines, start):
    """Up to 12 lines from `start` on that are not indented less."""
    end, indent = start, indent_of(lines[start])
    while end < len(lines) and end - start < _MOST_FOLLOWING_LINES and (not lines[end].strip() or indent_of(lines[end]) >= indent):
        end += 1
    return '\n'.join(lines[start:end])


def block_end(lines, start, language):
    """The line after the declaration that begins at `start`, at most 50 lines on."""
    return _brace_block_end(lines, start) if language in SLASH_LANGUAGES else _indent_block_end(lines, start, language)


def _brace_block_end(lines, start):
    depth, is_open = 0, False
    last = min(len(lines), start + _MOST_BLOCK_LINES)
    for at in range(start, last):
        line = _STRING_OR_COMMENT.sub('', lines[at])
        depth += line.count('{') - line.count('}')
        is_open = is_open or '{' in line
        if is_open and depth <= 0:
            return at + 1
        text = line.rstrip()
        if not is_open and (text.endswith(';') or text.endswith(',') and at - start > 6 or (not text and at > start)):
            return at + 1
    return last


def _indent_block_end(lines, start, language):
    base = indent_of(lines[start])
    last = min(len(lines), start + _MOST_BLOCK_LINES)
    for at in range(start + 1, last):
        line = lines[at]
        if not line.strip():
            continue
        if indent_of(line) < base:
            return at
        if indent_of(line) == base:
            if re.match(r'\s*(end|\}|fi|done|esac)\b', line) or line.strip() == '}':
                return at + 1
            if _begins_another(line, language, at - start):
                return at
    return max(last, start + 1)


def _begins_another(line, language, distance):
    """Whether a line at a block's own indent, and not its end, belongs to the next one."""
    if language == 'haskell':
        return not re.match(r'\w', line.strip()[:1])
    if language in ('ruby', 'elixir', 'lua') and re.match(r'\s*(else|elsif|rescue|ensure|when|\)|\]|after|catch)', line):
        return False
    return language == 'bash' or distance > 1


def comments(lines, language):
    """Yields (start, end, text) of comments that stand alone on their lines; `end` is exclusive."""
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if language in SLASH_LANGUAGES and line.startswith('/*'):
            end, text = _block_comment(lines, at)
        elif language == 'elixir' and re.match(r'@(module)?doc\s+"""', line):
            end, text = _doc_attribute(lines, at)
        elif line.startswith(_MARK[language][0]) and not line.startswith(('#!', '--[[')):
            end, text = _line_comments(lines, at, *_MARK[language])
        else:
            end, text = at + 1, None
        if text is not None:
            yield at, end, text
        at = end


# How a comment line begins, and what of it is no text.
_MARK = {**dict.fromkeys(SLASH_LANGUAGES, ('//', r'^\s*//[/!]*\s?')), **dict.fromkeys(HASH_LANGUAGES, ('#', r'^\s*#+\s?')),
         **dict.fromkeys(DASH_LANGUAGES, ('--', r'^\s*--+\s?[|^]?\s?'))}


def _block_comment(lines, start):
    """Without a text when code stands behind the comment's end."""
    end = start
    while end < len(lines) and '*/' not in lines[end] and end - start < _MOST_COMMENT_LINES:
        end += 1
    if not lines[min(end, len(lines) - 1)].strip().endswith('*/'):
        return end + 1, None
    return end + 1, '\n'.join(re.sub(r'^\s*(/\*+!?|\*+/|\*)\s?', '', line).replace('*/', '') for line in lines[start:end + 1])


def _doc_attribute(lines, start):
    end = start + 1
    while end < len(lines) and '"""' not in lines[end] and end - start < _MOST_COMMENT_LINES:
        end += 1
    return end + 1, '\n'.join(line.strip() for line in lines[start + 1:end])


def _line_comments(lines, start, mark, prefix):
    end = start
    while end < len(lines) and lines[end].strip().startswith(mark):
        end += 1
    return end, '\n'.join(re.sub(prefix, '', line) for line in lines[start:end])
