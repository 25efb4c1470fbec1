/**
 * For the tests of languages: facts as readable lines, and cases that are nothing but source and expected
 * lines. Indentation that all lines of a source or an expectation share, and blank lines around it, do not
 * count.
 */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import type { FileFacts } from "../../facts.ts";
import { queryDifferences } from "../../syntax/query/check-query.ts";
import { treeDifferences } from "../../syntax/tree/check-tree.ts";

/** What a source should say; what is left out is not checked. */
export interface LanguageCase {
  /** Instead of the path given for all cases. */
  readonly path?: string;
  readonly source: string;
  readonly outline?: string;
  readonly signatures?: string;
  readonly docs?: string;
  readonly calls?: string;
  readonly imports?: string;
  readonly references?: string;
  /** Kinds of diagnostics, one a line; nothing unless given. */
  readonly diagnostics?: string;
}

const VIEWS = {
  outline: outlineLines,
  signatures: signatureLines,
  docs: docLines,
  calls: callLines,
  imports: importLines,
  references: referenceLines,
} as const;

/**
 * One test for each case, named by its title, and two that all their trees are read and searched as by the
 * parser's runtime.
 */
export function checkLanguage(path: string, cases: Readonly<Record<string, LanguageCase>>): void {
  test("trees are those of the parser", async () => {
    for (const { path: own, source } of Object.values(cases))
      expect(await treeDifferences(own ?? path, sourceText(source))).toEqual([]);
  });
  test("queries find what the parser's own would", async () => {
    for (const { path: own, source } of Object.values(cases))
      expect(await queryDifferences(own ?? path, sourceText(source))).toEqual([]);
  });
  for (const [title, expected] of Object.entries(cases)) {
    test(title, async () => {
      const facts = await analyze(expected.path ?? path, sourceText(expected.source));
      for (const [view, lines] of Object.entries(VIEWS)) {
        const wanted = expected[view as keyof typeof VIEWS];
        if (wanted !== undefined) expect(lines(facts).join("\n"), view).toBe(trimIndent(wanted));
      }
      expect(facts.diagnostics.map(({ kind }) => kind).join("\n"), "diagnostics").toBe(
        trimIndent(expected.diagnostics ?? ""),
      );
    });
  }
}

/** `kind label first-last`, indented by nesting. */
function outlineLines({ symbols }: FileFacts): string[] {
  const depths: number[] = [];
  return symbols.map(({ kind, label, parent, startLine, endLine }) => {
    const depth = parent === -1 ? 0 : (depths[parent] ?? 0) + 1;
    depths.push(depth);
    return `${"  ".repeat(depth)}${kind} ${label} ${startLine}-${endLine}`;
  });
}

/** `label | signature`, of those that have one. */
function signatureLines({ symbols }: FileFacts): string[] {
  return symbols
    .filter(({ signature }) => signature !== null)
    .map(({ label, signature }) => `${label} | ${signature}`);
}

/** `label | doc`, of those that have one. */
function docLines({ symbols }: FileFacts): string[] {
  return symbols.filter(({ doc }) => doc !== null).map(({ label, doc }) => `${label} | ${doc}`);
}

function callLines({ calls, symbols }: FileFacts): string[] {
  return calls.map(({ line, receiver, name, args, within }) => {
    const callee = receiver === null ? name : `${receiver.replace(/\s+/g, " ")} . ${name}`;
    return (
      `${line}: ` +
      `${callee}${args === null ? "" : `/${args.length}`}${within === -1 ? "" : ` in ${symbols[within]?.label}`}`
    );
  });
}

function importLines({ imports }: FileFacts): string[] {
  return imports.map(({ line, kind, module, names }) => {
    const bound = names.map(({ name, alias }) => (name === alias ? name : `${name} as ${alias}`)).join(", ");
    return `${line}: ${kind} ${module}${names.length === 0 ? "" : ` {${bound}}`}`;
  });
}

/** `line: kind name`. */
function referenceLines({ references }: FileFacts): string[] {
  return references.map(({ line, kind, name }) => `${line}: ${kind} ${name}`);
}

/** Ends with a line end, as files do, unless it is empty. */
function sourceText(source: string): string {
  const text = trimIndent(source);
  return text === "" ? "" : `${text}\n`;
}

/** Drops blank lines around a text and the indentation that its lines share. */
function trimIndent(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .replace(/\s+$/, "")
    .split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(indent)).join("\n");
}
