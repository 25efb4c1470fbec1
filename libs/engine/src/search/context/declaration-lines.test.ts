import { analyze } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { headerLines, signatureLines } from "./declaration-lines.ts";

const check = (
  path: string,
  text: string,
  symbol: string,
  wanted: { readonly signature: readonly number[]; readonly headers?: readonly number[] },
): void =>
  it(`${path}: ${symbol}`, async () => {
    const { symbols } = await analyze(path, text);
    const fact = symbols.find(({ label }) => label === symbol);
    if (!fact) throw new Error(`no symbol ${symbol} among ${symbols.map(({ label }) => label).join()}`);
    const file = { lines: text.split("\n"), symbols };
    expect(signatureLines(file, fact)).toEqual(wanted.signature);
    expect(headerLines(file, fact)).toEqual(wanted.headers ?? []);
  });

describe("signatures", () => {
  check("a.ts", "export function a(): void {\n  b();\n}", "a", { signature: [1] });
  check("a.ts", "export function a(\n  one: string,\n  two: string,\n): void {\n  b();\n}", "a", {
    signature: [1, 2, 3, 4],
  });
  check("a.c", "static int\nadd(int a,\n    int b)\n{\n  return a + b;\n}\n", "add", {
    signature: [1, 2, 3],
  });
  check("a.py", "@cached\ndef a(x,\n      y):\n    return x\n", "a", { signature: [2, 3] });
});

describe("headers", () => {
  check("a.ts", "namespace N {\n  export class C {\n    m() {}\n  }\n}", "N.C.m", {
    signature: [3],
    headers: [1, 2],
  });
  check("a.md", "# One\n\n## Two\n\ntext\n", "One.Two", { signature: [3], headers: [1] });
});
