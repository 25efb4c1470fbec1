/** Properties of the outlines of all formats without a grammar, on any text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import type { SymbolFact } from "../facts.ts";

/** Files by format, with what their outlines are made of. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  "a.proto": ["message A", "service B", "rpc C(D) returns (E)", "{", "}", ";", "/*", "*/", "//", '"', "'"],
  "a.thrift": ["struct A", "exception B", "{", "}", "#", "/*", "*/"],
  "a.graphql": ["type A", "union B =", "| C", "query d(", ")", "{", "}", '"""', '"', "#"],
  "a.prisma": ["model A", "enum B", "{", "}", "//", '"'],
  "a.tf": [
    'resource "a" "b"',
    "locals",
    "{",
    "}",
    "<<EOT",
    "<<-END",
    "EOT",
    "END",
    '"${',
    '"',
    "/*",
    "*/",
    "#",
  ],
  "a.sql": [
    "create table",
    "create function f()",
    '"a b"',
    "[c]",
    ".",
    ";",
    "begin",
    "end",
    "$$",
    "$x$",
    "delimiter //",
    "delimiter ;",
    "//",
    "go",
    "copy a from stdin",
    "\\.",
    "'",
    "--",
    "/*",
    "*/",
  ],
  Makefile: ["all:", "$(A): b", "a::", "\tcc", "define x", "endef", "\\", "V = 1", "ifdef X", "#", "${B}"],
  Dockerfile: ["FROM a AS b", "from c", "RUN <<EOF", "EOF", "#", "\\"],
  "a.json": [
    '"a"',
    "b",
    ":",
    ",",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "//",
    "/*",
    "*/",
    '"c": {',
    '"": [',
    '"d": [',
    "1",
  ],
  "a.yaml": [
    "a:",
    "b: c",
    "- ",
    "- name: d",
    "---",
    "...",
    "kind: A",
    "apiVersion: v1",
    "metadata:",
    "  name: e",
    "|",
    ">",
    '"f": ',
    "'",
    "{",
    "]",
    "#",
    "{{ x }}",
    "? ",
  ],
  "a.toml": [
    "[a]",
    "[a.b]",
    "[[c]]",
    "[[c.d]]",
    "e = 1",
    "name = 'f'",
    '"""',
    "'''",
    "g = [",
    "[",
    "]",
    "{",
    "#",
    '"',
  ],
  "a.html": [
    "<div id=a>",
    "</div>",
    "<main>",
    "</main>",
    "<section class='b c'>",
    "</section>",
    "<h2>d",
    "</h2>",
    "<p id='e'>",
    "<br id=f/>",
    "<script>",
    "</script>",
    "<style",
    ">",
    "<!--",
    "-->",
    "{% block g %}",
    "{% endblock %}",
    "{% macro h() %}",
    "{% endmacro %}",
    "{% block i 'j' %}",
    '{{#*inline "k"}}',
    "{{/inline}}",
    "{#",
    "#}",
    "{{",
    "}}",
    "<%",
    "%>",
    '"',
    "'",
    "<",
    "id=l",
  ],
  "a.ini": ["[a]", "b = 1", "c: 2", "\td = 3", "#", ";", "\\", "[", "]"],
};

const BETWEEN = ["\n", "\n", "\n", "\r\n", " ", "  ", "\n  ", "\n\n", "\uFEFF", "é", "a"];

/** Why the symbols of a text are not a valid outline; empty if they are. */
function faults(symbols: readonly SymbolFact[], { length }: string, lineCount: number): string[] {
  return symbols.flatMap(({ label, name, start, end, startLine, endLine, nameLine, parent }, at) => {
    const before = symbols[at - 1];
    const around = symbols[parent];
    return [
      ...(name === "" ? ["a name is empty"] : []),
      ...(start < 0 ||
      end > length ||
      start > end ||
      startLine < 1 ||
      endLine > lineCount ||
      startLine > endLine
        ? [`${label} lies outside`]
        : []),
      ...(nameLine < startLine || nameLine > endLine ? [`the name of ${label} stands elsewhere`] : []),
      ...(before && (start < before.start || startLine < before.startLine) ? [`${label} comes late`] : []),
      ...(parent >= at ? [`${label} is in front of what is around it`] : []),
      ...(around &&
      (start < around.start || end > around.end || startLine < around.startLine || endLine > around.endLine)
        ? [`${label} reaches out of ${around.label}`]
        : []),
      ...(around && !label.startsWith(`${around.label}.`)
        ? [`${label} is not named after ${around.label}`]
        : []),
    ];
  });
}

describe("of a format without a grammar", () => {
  it.each(Object.entries(PIECES))(
    "symbols of %s lie in their text, in order, and within one another",
    async (path, pieces) => {
      const texts = fc
        .array(fc.constantFrom(...pieces, ...BETWEEN, ...BETWEEN), { maxLength: 60 })
        .map((parts) => parts.join(""));
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const { symbols, lineCount } = await analyze(path, text);
          expect(faults(symbols, text, lineCount)).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  // Quadratic time on these would be hours.
  it.each(Object.entries(PIECES).flatMap(([path, pieces]) => pieces.map((piece) => [piece, path] as const)))(
    "many times %j in %s take no longer than their size",
    async (piece, path) => {
      for (const text of [`${piece}\n`, `${piece} `, piece, `${piece} a\n  `, `${piece}\n {`].map((part) =>
        part.repeat(8_000),
      ))
        expect((await analyze(path, text)).lineCount).toBeGreaterThan(0);
    },
  );
});
