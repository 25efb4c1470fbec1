/** Extracts the first meaningful line of a doc comment, without comment markers. Pure. */
import { SIDECAR_LIMITS } from "../../limits.ts";

/** Delimiters of block comments and strings. */
const ENCLOSED: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^\/\*[*!]*<?/, /(?<!\*)\*+\//],
  [/^(?:[rRuUbBfF]{0,2}|~[sS])"""/, /"""/],
  [/^(?:[rRuUbBfF]{0,2}|~[sS])'''/, /'''/],
  [/^[rRuUbBfF]{0,2}"/, /"\s*$/],
  [/^[rRuUbBfF]{0,2}'/, /'\s*$/],
  [/^\{-\s*[|^]?/, /-\}/],
  [/^--\[\[/, /\]\]/],
  [/^--\[=+\[/, /\]=+\]/],
  [/^<#/, /#>/],
  [/^=begin\b/, /^=end\b/m],
  [/^<!--/, /-->/],
];

/**
 * Prefixes of comment lines: `//`, `///`, `//!`, `#`, `#'`, `--`, `-- |`, `;;`, `%`, and ` *` in a block
 * comment.
 */
const LINE_SIGN = /^\s*(?:\/\/+[!<]?|#+[!']?|--+ ?[|^]?|;+|%+|\*+(?!\/))?\s?/;

/** A shebang line: `#!/usr/bin/env python3`. */
const SHEBANG = /^#!\s*\//;

/** Tags that introduce the text after them. */
const LABEL =
  /^(?:<summary>|@var\s+\S+|[@\\](?:brief|short|title|notice|dev|summary|desc|description|file)\b:?|\.(?:SYNOPSIS|DESCRIPTION)\b)\s*/i;

/** Lines that are searched; documentation that starts later is ignored. */
const MAX_LINES = 12;
const MAX_CHARS = 2 * MAX_LINES * SIDECAR_LIMITS.docChars;

/**
 * The first line of a comment that contains words.
 *
 * @param comment a whole comment, docstring, or sequence of line comments
 * @returns at most `SIDECAR_LIMITS.docChars` characters; null if the comment contains no words (a rule, a
 *   pragma)
 */
export function docLine(comment: string): string | null {
  for (const raw of withoutEnds(comment).split("\n", MAX_LINES)) {
    if (SHEBANG.test(raw)) continue;
    const line = raw
      .replace(LINE_SIGN, "")
      .replace(LABEL, "")
      .replace(/<\/summary>$/, "")
      .trim();
    if (/[\p{L}\p{N}]{2}/u.test(line) && !isPragma(line))
      return line.length > SIDECAR_LIMITS.docChars ? `${line.slice(0, SIDECAR_LIMITS.docChars - 1)}…` : line;
  }
  return null;
}

function withoutEnds(comment: string): string {
  const text = comment.trimStart().slice(0, MAX_CHARS);
  for (const [open, close] of ENCLOSED) {
    const opening = open.exec(text)?.[0];
    if (opening === undefined) continue;
    const inner = text.slice(opening.length);
    const end = inner.search(close);
    return end === -1 ? inner : inner.slice(0, end);
  }
  return text;
}

/** Lines that are meant for tools rather than for people. */
function isPragma(line: string): boolean {
  return /^(?:eslint|oxlint|tslint|prettier|istanbul|c8|v8|@ts-|noqa|pylint|type:\s*ignore|pragma|MARK:|nolint|go:|\+build\b|region|endregion|-\*-|shellcheck|rubocop|frozen_string_literal|NOLINT|clang-format|SPDX-|luacheck|selene|stylua|:\w+:$|<[/a-z][^<>]*>$|\{?@inheritDoc|@(?:param|return|internal|suppress|template|throws|mixin|psalm|phpstan|private|override|inheritDoc|see|since|author)\b)/i.test(
    line,
  );
}
