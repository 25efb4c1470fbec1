"""Mines (kind, text, code, name) out of one file's source.

doc, decl  a documentation comment and the declaration below it, without the comment; decl if that has two lines at most
inline     a comment inside of a body and the lines after it
name       no text: the function's name stands for it
"""
import ast
import re

from blocks import CONTROL_FLOW, DECLARATION, block_end, comments, declared_name, following
from prose import first_paragraph, is_prose

_FUNCTION = re.compile(r'\s*(export |public |private |protected |internal |static |async |override |pub(\(\w+\))? |local |final )*\s*(func|function|fn|def|defp|fun)\s')
_TYPED_FUNCTION = re.compile(r'\s*(public|private|protected|static|[\w<>:*&]+)\s[\w<>:*&\[\], ]+\(.*\{\s*$')
_TYPED_LANGUAGES = ('java', 'csharp', 'cpp', 'c')
_ATTRIBUTE = re.compile(r'\s*(@\w|#\[|\[\w|#\s*\[|@spec|template\s*<)')
_COMMENT_END = re.compile(r'\s*(//|\*/|#|--|\*)')
_OPENING = re.compile(r'\)\s*(:\s*[\w<>\[\], |.]+)?\s*\{\s*$')
_MOST_ATTRIBUTES = 6
_LEAST_FUNCTION_LINES = 4
# An inline comment has to say something, and the code below it to do something.
_LEAST_INLINE_WORDS = 5
_LEAST_CODE_CHARS = 60
_LEAST_DECLARED_CHARS = 50


def source_pairs(source, language):
    lines = source.split('\n')
    if language == 'python':
        yield from _python_definitions(source, lines)
        yield from _python_comments(lines)
    else:
        yield from _commented_code(lines, language)
        yield from _uncommented_functions(lines, language)


def _python_definitions(source, lines):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        start, end, documentation = node.lineno - 1, node.end_lineno, ast.get_docstring(node)
        if documentation:
            first = node.body[0]
            code = '\n'.join(lines[start:first.lineno - 1] + lines[first.end_lineno:min(end, first.end_lineno + 45)])
            text = first_paragraph(documentation)
            if is_prose(text) and len(code) > _LEAST_CODE_CHARS:
                yield 'doc', text, code, node.name
        elif end - start >= _LEAST_FUNCTION_LINES:
            yield 'name', '', '\n'.join(lines[start:min(end, start + 60)]), node.name


def _python_comments(lines):
    for at, line in enumerate(lines):
        if not line.strip().startswith('# ') or (at and lines[at - 1].strip().startswith('#')):
            continue
        end = at
        while end < len(lines) and lines[end].strip().startswith('#'):
            end += 1
        text = first_paragraph('\n'.join(comment.strip().lstrip('# ') for comment in lines[at:end]))
        if end < len(lines) and lines[end].strip():
            yield from _inline_pair(text, lines, end)


def _inline_pair(text, lines, at):
    if is_prose(text) and len(text.split()) >= _LEAST_INLINE_WORDS:
        code = following(lines, at)
        if len(code) > _LEAST_CODE_CHARS:
            yield 'inline', text, code, ''


def _commented_code(lines, language):
    for _, end, comment in comments(lines, language):
        text = first_paragraph(comment)
        if not is_prose(text):
            continue
        at = end
        while at < len(lines) and at - end < _MOST_ATTRIBUTES and _ATTRIBUTE.match(lines[at]):
            at += 1
        if at >= len(lines) or not lines[at].strip():
            continue
        if _declares(lines[at], language):
            after = block_end(lines, at, language)
            code = '\n'.join(lines[end:after])
            if len(code) > _LEAST_DECLARED_CHARS:
                yield ('doc' if after - at > 2 else 'decl'), text, code, declared_name(lines[at])
        else:
            yield from _inline_pair(text, lines, at)


def _declares(line, language):
    return bool(
        DECLARATION.search(line)
        or (language in ('c', 'cpp') and re.match(r'[\w:*&<>, ]+\(', line))
        or (language == 'haskell' and '::' in line)
        or (language == 'bash' and '()' in line)
        or (_OPENING.search(line) and not CONTROL_FLOW.match(line)))


def _uncommented_functions(lines, language):
    for at, line in enumerate(lines):
        is_typed = language in _TYPED_LANGUAGES and _TYPED_FUNCTION.match(line) and not CONTROL_FLOW.match(line)
        if not (_FUNCTION.match(line) or is_typed):
            continue
        name = declared_name(line)
        if not name or (at and _COMMENT_END.match(lines[at - 1])):
            continue
        end = block_end(lines, at, language)
        if end - at >= _LEAST_FUNCTION_LINES:
            yield 'name', '', '\n'.join(lines[at:end]), name
