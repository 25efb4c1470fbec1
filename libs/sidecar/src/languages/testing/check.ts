/**
 * Helpers for the tests of languages: print facts as readable lines, and run cases that consist of source and
 * expected lines. Common indentation and surrounding blank lines of sources and expectations are ignored.
 */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import type { FileFacts } from "../../facts.ts";
import { queryDifferences, treeDifferences } from "../../syntax/query/check-query.ts";

/** Expected facts of a source; fields that are left out are not checked. */
export interface LanguageCase {
  /** Overrides the path for all cases. */
  readonly path?: string;
  readonly source: string;
  readonly outline?: string;
  readonly signatures?: string;
  readonly docs?: string;
  readonly calls?: string;
  readonly imports?: string;
  readonly references?: string;
  /** Kinds of diagnostics, one per line; none by default. */
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
 * Declares one test per case, and two that check that all trees are read and queried like with the parser's
 * own runtime.
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

/** `label | signature`, for symbols with a signature. */
function signatureLines({ symbols }: FileFacts): string[] {
  return symbols
    .filter(({ signature }) => signature !== null)
    .map(({ label, signature }) => `${label} | ${signature}`);
}

/** `label | doc`, for symbols with documentation. */
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

/** Adds a final line end, unless the source is empty. */
function sourceText(source: string): string {
  const text = trimIndent(source);
  return text === "" ? "" : `${text}\n`;
}

/** Removes surrounding blank lines and common indentation. */
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
