import type { OutlineSymbol } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { Steps } from "../../testing/steps.ts";
import { type FittedOutline, fitOutline } from "./fit-outline.ts";

/** Symbols as `label`, indented below their parent; each with a signature and a doc. */
function nested(text: string): OutlineSymbol[] {
  const above: string[] = [];
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at): OutlineSymbol => {
      const depth = (line.length - line.trimStart().length) / 2;
      const label = line.trim();
      above[depth] = `id:${label}`;
      const span = { startLine: at + 1, endLine: at + 1 };
      return {
        symbolId: `id:${label}`,
        symbolLabel: label,
        kind: "function",
        span,
        ...(depth === 0 ? {} : { parent: above[depth - 1] ?? "" }),
        signature: `${label}()`,
        doc: `Says what ${label} is — größer.`,
      };
    });
}

/** Fits to one limit for details, data and all other symbols. */
const fit = (symbols: readonly OutlineSymbol[], maxBytes: number, check?: () => void): FittedOutline =>
  fitOutline(symbols, { targetBytes: maxBytes, maxBytes }, check);
const bytesOf = (symbols: readonly OutlineSymbol[]): number => Buffer.byteLength(JSON.stringify(symbols));
const SYMBOLS = nested("a\n  a.b\n    a.b.c\n  a.d\ne");
const WHOLE = bytesOf(SYMBOLS);
/** What remains of each symbol: `s` for a signature, `d` for a doc. */
const shown = (symbols: readonly OutlineSymbol[]): string =>
  symbols
    .map(
      ({ symbolLabel, signature, doc }) =>
        `${symbolLabel}${signature === undefined ? "" : "+s"}${doc === undefined ? "" : "+d"}`,
    )
    .join(" ");

describe("an outline within its bound", () => {
  it("is left as it is, up to the last byte", () => {
    expect(fit(SYMBOLS, WHOLE)).toEqual({ symbols: SYMBOLS, isThinned: false, isCut: false, cutAt: null });
    expect(fit([], 2)).toEqual({ symbols: [], isThinned: false, isCut: false, cutAt: null });
    expect(fit(SYMBOLS, WHOLE - 1).isThinned).toBe(true);
  });
});

describe("a larger one", () => {
  it("loses docs from the inside out, then signatures, then its last symbols", () => {
    const steps: string[] = [];
    for (let bound = WHOLE; bound >= 0; bound--) {
      const step = shown(fit(SYMBOLS, bound).symbols);
      if (steps.at(-1) !== step) steps.push(step);
    }
    expect(steps).toEqual([
      "a+s+d a.b+s+d a.b.c+s+d a.d+s+d e+s+d",
      "a+s+d a.b+s+d a.b.c+s a.d+s+d e+s+d",
      "a+s+d a.b+s a.b.c+s a.d+s e+s+d",
      "a+s a.b+s a.b.c+s a.d+s e+s",
      "a+s a.b+s a.b.c a.d+s e+s",
      "a+s a.b a.b.c a.d e+s",
      "a a.b a.b.c a.d e",
      "a a.b a.b.c a.d",
      "a a.b a.b.c",
      "a a.b",
      "a",
      "",
    ]);
  });

  it("fits, whatever the bound, and says what it lost", () => {
    for (let bound = 2; bound < WHOLE; bound++) {
      const { symbols, isThinned, isCut } = fit(SYMBOLS, bound);
      expect(bytesOf(symbols)).toBeLessThanOrEqual(bound);
      expect([isThinned, isCut]).toEqual([true, symbols.length < SYMBOLS.length]);
    }
  });

  it("loses data inside of other symbols before functions, and those only beyond the maximum", () => {
    const kinds = {
      a: "class",
      "a.b": "method",
      "a.b.c": "variable",
      "a.d": "field",
      e: "constant",
    } as const;
    const symbols = SYMBOLS.map(({ signature: _signature, doc: _doc, ...symbol }) => ({
      ...symbol,
      kind: kinds[symbol.symbolLabel as keyof typeof kinds],
    }));
    const labels = (targetBytes: number, maxBytes: number): string => {
      const { symbols: kept, cutAt } = fitOutline(symbols, { targetBytes, maxBytes });
      return `${kept.map(({ symbolLabel }) => symbolLabel).join(" ")} ${cutAt}`;
    };
    const all = bytesOf(symbols);
    expect([labels(all, all), labels(all - 1, all), labels(all - 100, all), labels(0, all)]).toEqual([
      "a a.b a.b.c a.d e null",
      "a a.b a.d e null",
      "a a.b a.d e null",
      "a a.b e null",
    ]);
    expect([labels(0, bytesOf(symbols.slice(0, 2))), labels(0, 0)]).toEqual(["a a.b 4", " 0"]);
  });

  it("counts symbols whose parent is not among them as outermost", () => {
    const [, inner] = SYMBOLS;
    const { symbols } = fit(inner ? [inner] : [], bytesOf(inner ? [inner] : []) - 1);
    expect(shown(symbols)).toBe("a.b+s");
  });
});

it("is fitted level by level in time by its symbols, however deep they are nested", () => {
  const [symbol] = SYMBOLS as [OutlineSymbol];
  // With one pass over all symbols per level, this would not finish.
  const deep = Array.from({ length: 150_000 }, (_, at): OutlineSymbol => ({
    ...symbol,
    symbolId: `${at}`,
    ...(at === 0 ? {} : { parent: `${at - 1}` }),
  }));
  const steps = new Steps();
  expect(fit(deep, 0, steps.check).symbols).toEqual([]);
  // The size of each symbol, its two details, whether it is data, and the first that does not fit.
  expect(steps.count).toBe(4 * deep.length);
});

it("data inside of a symbol that comes after it counts as inside", () => {
  const [type, made, field] = nested("Store\n  Store.made\n    Store.file") as [
    OutlineSymbol,
    OutlineSymbol,
    OutlineSymbol,
  ];
  const symbols = [type, { ...field, kind: "field" as const }, made];
  expect(shown(fitOutline(symbols, { targetBytes: 0, maxBytes: WHOLE }).symbols)).toBe("Store Store.made");
});
