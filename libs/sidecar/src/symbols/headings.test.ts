import { expect, test } from "vitest";
import { LineIndex } from "../syntax/chunk/lines.ts";
import { headingSymbols } from "./headings.ts";

/** `label first-last`, indented by nesting. */
function outline(path: string, source: string): string {
  const lines = source.replace(/^\n/, "").split("\n");
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
  );
  const text = lines.map((line) => line.slice(indent)).join("\n");
  const symbols = headingSymbols(path, text, new LineIndex(text));
  const depth = (at: number): number => (at === -1 ? 0 : 1 + depth(symbols[at]?.parent ?? -1));
  return symbols
    .map(
      ({ name, parent, startLine, endLine }) =>
        `${"  ".repeat(depth(parent))}${name} ${startLine}-${endLine}`,
    )
    .join("\n");
}

test("sections nest by level and end before the next of their level", () => {
  const source = `
    # Store

    Text.

    ## Opening ##
    ### Files
    Text.

    ## Closing

    # Other
  `;
  expect(outline("README.md", source)).toBe(
    ["Store 1-9", "  Opening 5-7", "    Files 6-7", "  Closing 9-9", "Other 11-11"].join("\n"),
  );
});

test("a level may be left out", () => {
  expect(outline("a.md", "# One\n### Three\n## Two\n#### Four")).toBe(
    "One 1-4\n  Three 2-2\n  Two 3-4\n    Four 4-4",
  );
});

test("an underline makes a paragraph a heading", () => {
  const source = `
    Store
    =====
    Text
    over two lines
    ---
    Opening
    -------

    * a list
    ---
    | a | b |
    ---------

    ---

    Closing
    --
  `;
  expect(outline("a.md", source)).toBe(
    "Store 1-17\n  Text over two lines 3-5\n  Opening 6-14\n  Closing 16-17",
  );
});

test("a paragraph begins wherever something else has ended", () => {
  const source = `
    ---
    title: x
    ---
    First
    =====
    ## Second
    Third
    ---
    \`\`\`
    code
    ===
    \`\`\`
    Fourth
    ---
  `;
  expect(outline("a.md", source)).toBe("First 4-14\n  Second 6-6\n  Third 7-12\n  Fourth 13-14");
});

test("what goes on with a list, a quote or a definition is no paragraph", () => {
  expect(
    outline(
      "a.md",
      "* a list\ngoes on\n---\n> a quote\ngoes on\n---\n[store]: ./store.md\n---\ntext\n* a list\n---\n",
    ),
  ).toBe("");
});

test("fenced code and front matter hold no headings", () => {
  const source = `
    ---
    title: x
    # a comment
    ---
    # Store
    \`\`\`bash
    # install
    ~~~
    # still code
    \`\`\`\`
    ~~~~ text
    # code
    ~~~
    # code
    ~~~~
    \`\`\`inline\`\`\` is no fence
    ## Opening
    \`\`\`
    # never closed
  `;
  expect(outline("a.md", source)).toBe("Store 5-19\n  Opening 17-19");
});

test("what looks like another format's heading is none", () => {
  expect(outline("a.md", "* a list\n* of things\n== not a heading\n#hashtag\n    # code")).toBe("");
  expect(outline("a.adoc", "# not\n* a list\n== Yes")).toBe("Yes 3-3");
  expect(outline("a.org", "# a comment\n== no\n* Yes")).toBe("Yes 3-3");
});

test("AsciiDoc: equals signs, and blocks that hold none", () => {
  const source = `
    = Store
    :toc:

    == Opening ==
    ----
    == code
    ----
    ....
    == literal
    ....
    === Files
    == Closing
  `;
  expect(outline("a.adoc", source)).toBe("Store 1-12\n  Opening 4-11\n    Files 11-11\n  Closing 12-12");
});

test("Org: stars, without keywords and tags", () => {
  expect(outline("a.org", "* TODO Store :work:home:\n** Opening\n - * no\n* DONE Closing\n*bold* text")).toBe(
    "Store 1-3\n  Opening 2-3\nClosing 4-5",
  );
});

test("reStructuredText: levels in the order in which the signs appear", () => {
  const source = `
    =====
    Store
    =====

    Opening
    =======

    Files
    ~~~~~
    Text::

        no heading
        ----------

    Closing
    =======
    a line far longer than what stands below it
    ---
  `;
  expect(outline("a.rst", source)).toBe("Store 1-18\n  Opening 5-13\n    Files 8-13\n  Closing 15-18");
});

test("a title is its words", () => {
  const titles: readonly (readonly [string, string])[] = [
    ["`Store.open()` opens **all** of _it_", "Store.open() opens all of it"],
    ["my_snake_case and __init__", "my_snake_case and init"],
    ["[Store](https://a.b/c) and ![logo](x.png)", "Store and"],
    ["Store {#store}", "Store"],
    ['<a name="x"></a>Store', "Store"],
    ["2 * 3 = 6", "2 * 3 = 6"],
    ["Grüße 世界", "Grüße 世界"],
    ["`` ` ``", ""],
  ];
  for (const [title, expected] of titles)
    expect(outline("a.md", `# ${title}`)).toBe(expected === "" ? "" : `${expected} 1-1`);
});

test("an empty text has none", () => {
  for (const path of ["a.md", "a.rst", "a.adoc", "a.org"]) expect(outline(path, "\n")).toBe("");
});

test("Windows line ends", () => {
  const text = "# One\r\n\r\nTwo\r\n---\r\ntext\r\n";
  expect(
    headingSymbols("a.md", text, new LineIndex(text)).map(
      ({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`,
    ),
  ).toEqual(["One 1-5", "Two 3-5"]);
});

test("ten thousand headings take no time to nest", () => {
  const text = "# Title\n".repeat(10_000);
  expect(headingSymbols("a.md", text, new LineIndex(text))).toHaveLength(10_000);
});

test("signs and blanks behind a title close it as a word of their own alone", () => {
  expect(outline("a.md", "# A #\n# B# \t\n# C # d\n# #\n#  E \t ##  ")).toBe(
    "A 1-1\nB# 2-2\nC # d 3-3\n# 4-4\nE 5-5",
  );
  expect(outline("a.adoc", "= A =\n= B=\n= C = d")).toBe("A 1-1\nB= 2-2\nC = d 3-3");
  expect(outline("a.org", "* TODO\n* A:b:\n* :b:\n* A ::\n* A :b:c@d: ")).toBe(
    "TODO 1-1\nA:b: 2-2\n:b: 3-3\nA :: 4-4\nA 5-5",
  );
});

// Quadratic time on this many would be minutes.
const MANY = 400_000;

test.each([
  ["a.md", `# a${" ".repeat(MANY)}x`, "a"],
  ["a.adoc", `= a${" ".repeat(MANY)}x`, "a"],
  ["a.org", `* a${" ".repeat(MANY)}x`, "a"],
  ["a.md", `# a ${"![".repeat(MANY)}`, "a "],
  ["a.md", `# a ${"[".repeat(MANY)}`, "a "],
  ["a.md", `# a ${":".repeat(MANY)}`, "a "],
  ["a.md", `a ${"[\n".repeat(MANY)}===`, "a "],
  [
    "a.org",
    `${Array.from({ length: 1_000 }, (_, at) => `${"*".repeat(at + 1)} a\n`).join("")}${"\n".repeat(MANY)}`,
    "a",
  ],
])("titles and blanks that go on and on hold nothing up: %s (%#)", (path, text, beginning) => {
  expect(headingSymbols(path, text, new LineIndex(text))[0]?.name.slice(0, beginning.length)).toBe(beginning);
});
