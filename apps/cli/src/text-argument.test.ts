import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchPattern, readContextOptions, readTextArgument } from "./text-argument.ts";

describe("what is looked for", () => {
  test("is the text as it is, unless options say otherwise", () => {
    expect(readTextArgument("a.b", {})).toEqual({
      query: "a.b",
      regex: undefined,
      case_sensitive: undefined,
      context_lines: undefined,
    });
    expect(readTextArgument("a.b", { ignoreCase: true, fixedStrings: true, lineNumber: true })).toEqual(
      readTextArgument("a.b", {}),
    );
    expect(readTextArgument("a.b", { regex: true, caseSensitive: true })).toMatchObject({
      query: "a.b",
      regex: true,
      case_sensitive: true,
    });
  });

  test("is a whole word between half boundaries, with what a text has of signs taken as they are", () => {
    expect(readTextArgument("a.b(", { wordRegexp: true })).toMatchObject({
      query: String.raw`\b{start-half}(?:a\.b\()\b{end-half}`,
      regex: true,
    });
    expect(readTextArgument("a|b", { wordRegexp: true, regex: true })).toMatchObject({
      query: String.raw`\b{start-half}(?:a|b)\b{end-half}`,
      regex: true,
    });
    // Left empty, so that the tool reports the problem.
    expect(readTextArgument("", { wordRegexp: true })).toMatchObject({ query: "" });
  });

  test("as a whole word is any text, in the syntax that JavaScript shares", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => !/[\n\r]/.test(text)),
        (text) => {
          const { query } = readTextArgument(text, { wordRegexp: true });
          const expression = query
            .replace(String.raw`\b{start-half}`, "^")
            .replace(String.raw`\b{end-half}`, "$")
            .replace(/\\([#&~-])/g, "$1");
          expect(new RegExp(expression).test(text)).toBe(true);
        },
      ),
    );
  });

  test("cannot be two things", () => {
    for (const [one, other] of [
      ["regex", "fixedStrings"],
      ["caseSensitive", "ignoreCase"],
      ["filesWithMatches", "count"],
    ] as const) {
      expect(() => readTextArgument("x", { [one]: true, [other]: true })).toThrow(
        /^--[a-z-]+ and --[a-z-]+ conflict: pass only one$/,
      );
    }
  });
});

describe("lines around a match", () => {
  test("are as many as either side needs", () => {
    const lines = (options: object): unknown => readTextArgument("x", { ...options }).context_lines;
    expect([
      lines({}),
      lines({ context: "2" }),
      lines({ afterContext: "3" }),
      lines({ context: "2", afterContext: "1" }),
      lines({ beforeContext: "0" }),
    ]).toEqual([undefined, 2, 3, 2, 0]);
    expect(lines({ context: "two", afterContext: "3" })).toBe("two");
    expect(() => lines({ afterContext: "11" })).toThrow(
      '--after-context must be a whole number from 0 to 10, not "11"',
    );
    expect(() => lines({ beforeContext: "-1" })).toThrow("--before-context");
  });

  test(
    "are shown on the side that was asked for; what is said of one side is stronger than what is said of " +
      "both",
    () => {
      expect(readContextOptions({})).toEqual({ before: null, after: null });
      expect(readContextOptions({ context: "2" })).toEqual({ before: null, after: null });
      expect(readContextOptions({ afterContext: "3" })).toEqual({ before: 0, after: 3 });
      expect(readContextOptions({ context: "2", beforeContext: "1" })).toEqual({ before: 1, after: 2 });
    },
  );
});

describe("what is marked", () => {
  const marks = (text: string, options: Record<string, boolean>, line: string): string[] | null => {
    const pattern = matchPattern(text, options);
    return pattern && (line.match(pattern) ?? []);
  };

  test.each<readonly [string, Record<string, boolean>, string, string[]]>([
    ["a.b", {}, "a.b A.B axb", ["a.b", "A.B"]],
    ["a.b", { caseSensitive: true }, "a.b A.B", ["a.b"]],
    ["a.b", { regex: true }, "a.b AxB", ["a.b", "AxB"]],
    ["run", { wordRegexp: true }, "run runs rerun (run)", ["run", "run"]],
    ["größe", { wordRegexp: true }, "größe größen", ["größe"]],
    ["(?-i)run", { regex: true }, "run RUN", ["run"]],
    ["(?i)run", { regex: true, caseSensitive: true }, "run RUN", ["run", "RUN"]],
    ["(?i)", {}, "x(?i)", ["(?i)"]],
    ["a+", {}, "a+ aa", ["a+"]],
    ["fn \\w+_retry", { regex: true }, "fn do_retry", ["fn do_retry"]],
  ])("%j with %j in %j", (text, options, line, expected) => {
    expect(marks(text, options, line)).toEqual(expected);
  });

  test.each(["(a+)+$", "[[:alpha:]]", "(?P<n>a)", "(?x) a", "\\Aa", "a(", "a*b*c*d*e*", "[a&&b]"])(
    "%j marks nothing: JavaScript reads it otherwise, or could take long",
    (text) => {
      expect(matchPattern(text, { regex: true })).toBeNull();
    },
  );

  test("every plain text marks itself", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(`<${text}>`.match(matchPattern(text, { caseSensitive: true }) ?? /$^/)?.join("")).toContain(
          text,
        );
      }),
    );
  });
});
