/** Properties of what an answer shows, over files, symbols and budgets of all kinds. */
import type { SymbolFact } from "@satori/sidecar";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Allocation } from "./allocate.ts";
import type { ContextFile } from "./context-files.ts";
import { type Excerpt, passageExcerpt, typeExcerpt } from "./excerpt.ts";
import { byFile, draftSections, sectionOf } from "./sections.ts";
import type { ContextSection } from "@satori/contracts";

const symbolOf = (name: string, startLine: number, endLine: number): SymbolFact => ({
  id: `sym_${name}`,
  kind: "function",
  name,
  label: name,
  parent: -1,
  start: 0,
  end: 0,
  startLine,
  endLine,
  nameLine: startLine,
  signature: null,
  doc: null,
});

const texts = fc.array(
  fc.constantFrom("", "  return a;", "}", "…", "const longer = some(value, other);", "\t\tx", "5 y", '"q"'),
  { minLength: 1, maxLength: 60 },
);

interface Spot {
  readonly from: number;
  readonly size: number;
  readonly best: number;
  readonly isType: boolean;
}
const spots = fc.array(
  fc.record({ from: fc.nat(59), size: fc.nat(20), best: fc.nat(20), isType: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
);

const inputs = fc.array(fc.tuple(texts, spots), { minLength: 1, maxLength: 5 }).map((files) =>
  files.flatMap(([lines, own], at) => {
    const file: ContextFile = { file: at, path: `src/${at}.ts`, text: lines.join("\n"), lines, symbols: [] };
    return own.map((spot, nth) => excerptAt(file, spot, `f${at}x${nth}`));
  }),
);

function excerptAt(file: ContextFile, { from, size, best, isType }: Spot, name: string): Excerpt {
  const startLine = 1 + (from % file.lines.length);
  const endLine = Math.min(file.lines.length, startLine + size);
  const symbol = symbolOf(name, startLine, endLine);
  if (isType) return typeExcerpt(file, symbol);
  const first = Math.min(endLine, startLine + best);
  return passageExcerpt(file, {
    span: { start: 0, end: 0, startLine, endLine },
    symbol,
    alsoIn: [],
    bestLines: (most) => ({ startLine: first, endLine: Math.min(endLine, first + most - 1) }),
  });
}

function sectionsWithin(excerpts: readonly Excerpt[], maxChars: number): readonly ContextSection[] {
  const allocation = new Allocation(maxChars);
  allocation.fill(excerpts, 0.8);
  allocation.fill(excerpts, 1);
  return byFile(allocation.chosen())
    .flatMap(draftSections)
    .map((draft) => sectionOf(draft, "related"));
}

it("sections stay within the budget", () => {
  fc.assert(
    fc.property(inputs, fc.integer({ min: 100, max: 20_000 }), (excerpts, maxChars) => {
      const chars = sectionsWithin(excerpts, maxChars).reduce(
        (sum, section) => sum + JSON.stringify(section).length + 1,
        0,
      );
      expect(chars).toBeLessThanOrEqual(maxChars);
    }),
  );
});

it("sections show lines of their files as they are, in order, and each line once", () => {
  fc.assert(
    fc.property(inputs, fc.integer({ min: 100, max: 20_000 }), (excerpts, maxChars) => {
      const linesOf = new Map(excerpts.map(({ in: file }) => [file.path, file.lines]));
      const shown = new Set<string>();
      for (const { file, span, content } of sectionsWithin(excerpts, maxChars)) {
        const numbers: number[] = [];
        for (const [at, text] of content.split("\n").entries()) {
          const [, number, line] = /^(\d+) (.*)$/s.exec(text) ?? [];
          if (number === undefined) {
            expect(text).toBe("…");
            expect(at).toBeGreaterThan(0);
            continue;
          }
          expect(line).toBe(linesOf.get(file)?.[Number(number) - 1]);
          numbers.push(Number(number));
        }
        expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
        expect(span).toEqual({ startLine: numbers[0], endLine: numbers.at(-1) });
        for (const number of numbers) {
          expect(shown).not.toContain(`${number} ${file}`);
          shown.add(`${number} ${file}`);
        }
      }
    }),
  );
});

it("spans of one file do not overlap", () => {
  fc.assert(
    fc.property(inputs, (excerpts) => {
      const spans = sectionsWithin(excerpts, 20_000).map(({ file, span }) => ({ file, ...span }));
      for (const one of spans)
        for (const other of spans)
          expect(
            one === other ||
              one.file !== other.file ||
              one.endLine < other.startLine ||
              other.endLine < one.startLine,
          ).toBe(true);
    }),
  );
});

it("the same excerpts and budget give the same sections", () => {
  fc.assert(
    fc.property(inputs, fc.integer({ min: 100, max: 20_000 }), (excerpts, maxChars) => {
      expect(sectionsWithin(excerpts, maxChars)).toEqual(sectionsWithin(excerpts, maxChars));
    }),
  );
});

it("with room for everything, everything is shown to its last line", () => {
  fc.assert(
    fc.property(inputs, (excerpts) => {
      const shown = new Set(
        sectionsWithin(excerpts, 1_000_000).flatMap(({ file, content }) =>
          content.split("\n").flatMap((line) => (line === "…" ? [] : [`${file} ${line.split(" ")[0]}`])),
        ),
      );
      for (const { in: file, linesAt, stages } of excerpts)
        for (const line of linesAt(stages - 1)) expect(shown).toContain(`${file.path} ${line}`);
    }),
  );
});
