import { describe, expect, it } from "vitest";
import { type FileOutline, type OutlineSymbol, compareFile, grouped, joined, total } from "./compare.ts";
import type { Declaration } from "./declaration.ts";

const declaration = (line: number, name: string, more: Partial<Declaration> = {}): Declaration => ({
  file: "a.ts",
  name,
  kind: "function",
  line,
  shape: "function",
  ...more,
});

const outline = (...symbols: readonly OutlineSymbol[]): FileOutline => ({
  file: "a.ts",
  symbols,
  hasErrors: false,
});

describe("the comparison of a file", () => {
  it("matches symbols and declarations by name and line", () => {
    const { tallies, missed, extra } = compareFile(
      outline(
        { name: "run", kind: "function", nameLine: 1 },
        { name: "stop", kind: "function", nameLine: 3 },
      ),
      [declaration(1, "run"), declaration(2, "stop")],
      [],
    );
    expect(tallies).toEqual([{ kind: "function", declared: 2, found: 1, otherKind: 0, listed: 2, right: 1 }]);
    expect(missed.map(({ name, line }) => `${name} ${line}`)).toEqual(["stop 2"]);
    expect(extra.map(({ name, line }) => `${name} ${line}`)).toEqual(["stop 3"]);
  });

  it("counts a declaration that is listed as another kind as found", () => {
    const { tallies } = compareFile(
      outline({ name: "run", kind: "method", nameLine: 1 }),
      [declaration(1, "run")],
      [],
    );
    expect(total(tallies)).toEqual({ declared: 1, found: 1, otherKind: 1, listed: 1, right: 1 });
  });

  it("matches each symbol once, the same kind and required declarations first", () => {
    const { missed } = compareFile(
      outline({ name: "a", kind: "field", nameLine: 1 }, { name: "a", kind: "method", nameLine: 1 }),
      [
        declaration(1, "a", { kind: "method", optional: true }),
        declaration(1, "a", { kind: "method" }),
        declaration(1, "a", { kind: "field" }),
      ],
      [],
    );
    expect(missed).toEqual([]);
  });

  it("requires no optional declarations, but accepts them", () => {
    const { tallies, missed } = compareFile(
      outline({ name: "a", kind: "function", nameLine: 1 }),
      [declaration(1, "a", { optional: true }), declaration(2, "b", { optional: true })],
      [],
    );
    expect(missed).toEqual([]);
    expect(total(tallies)).toEqual({ declared: 0, found: 0, otherKind: 0, listed: 1, right: 1 });
  });

  it("ignores symbols on skipped lines, and blocks without a name of their own", () => {
    const { extra } = compareFile(
      outline(
        { name: "a", kind: "function", nameLine: 5 },
        { name: "A", kind: "impl", nameLine: 9 },
        { name: "b", kind: "function", nameLine: 7 },
      ),
      [],
      [[4, 6]],
    );
    expect(extra.map(({ name }) => name)).toEqual(["b"]);
  });

  it("ignores blanks and quotes of names", () => {
    const { missed } = compareFile(
      outline({ name: "operator ==", kind: "method", nameLine: 1 }),
      [declaration(1, "operator==", { kind: "method" })],
      [],
    );
    expect(missed).toEqual([]);
  });
});

describe("groups of differences", () => {
  it("are sorted by size, with an example from a file without errors", () => {
    const { missed } = joined([
      compareFile({ file: "a.ts", symbols: [], hasErrors: true }, [declaration(1, "a")], []),
      compareFile(
        outline(),
        [declaration(2, "b"), declaration(3, "C", { kind: "type", shape: "class" })],
        [],
      ),
    ]);
    expect(
      grouped(missed).map(({ group, count, inErrors, example }) => [group, count, inErrors, example.name]),
    ).toEqual([
      ["function: function", 2, 1, "b"],
      ["type: class", 1, 0, "C"],
    ]);
  });
});
