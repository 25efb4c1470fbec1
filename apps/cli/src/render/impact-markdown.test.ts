import type { ChangeImpactOk } from "@satori/contracts";
import { EMPTY_IMPACT, IMPACT } from "@satori/render/testing/impacts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderImpactMarkdown } from "./impact-markdown.ts";

const GITHUB_MAX_CHARS = 65_536;

it("has the marker, the numbers, what is urgent, and the rest behind folds", () =>
  expect(renderImpactMarkdown(IMPACT)).toBe(
    `
<!-- satori-impact -->

### What this change affects

2 changed symbols (1 removed, 1 signature changed); 3 affected symbols or files, 2 places that no longer ${"fit; 2 of 3 test files to run."}

**Changed**

- removed function \`drop\` (\`src/cart.ts:9\`): nothing else in this codebase uses it
- signature changed method \`Cart.add\` (\`src/cart.ts:3\`): 3 affected
  - before: \`add(item: string): void\`
  - after: \`add(item: string, count: number): void\`

**No longer fits**

- \`src/shop.ts:14\` too few arguments: \`cart.add(item);\`
- \`src/cart.test.ts:5\` too few arguments: \`add('a')\`

**Run**

\`\`\`sh
npx vitest run src/cart.test.ts
# in web
npx jest page.test.ts
\`\`\`

<details><summary>Affected code</summary>

- \`src/shop.ts\`
  - \`checkout\` (line 12): \`calls Cart.add\`
  - \`main\` (line 40): \`calls checkout → Cart.add\`, possible
- \`src/cart.test.ts\`
  - top level (line 5): \`calls Cart.add\`

</details>

<details><summary>Tests to run</summary>

- \`src/cart.test.ts\`: reaches it, named after a changed file (\`adds an item\`)
- \`web/page.test.ts\`: often changed together

</details>

<details><summary>Functions that no test is known to reach</summary>

- function \`drop\` (\`src/cart.ts:9\`)

</details>

<details><summary>What cannot be known</summary>

- \`Cart.add\`: passed on as a value \`src/events.ts:7\`: \`on('add', cart.add);\`
- names are computed: \`2 files access members by computed names\`
- and 2 more
- 1 changed file could not be compared
- 1 file could not be parsed
- calls are not resolved in \`lua\`

</details>
`.trimStart(),
  ));

it("is empty if there is nothing to report", () => {
  expect(renderImpactMarkdown(EMPTY_IMPACT)).toBe("");
  expect(renderImpactMarkdown({ ...EMPTY_IMPACT, counts: { ...EMPTY_IMPACT.counts, cosmetic: 2 } })).toBe("");
});

/** The answer with another text wherever one comes from the code. */
function written(text: string, answer: ChangeImpactOk = IMPACT): string {
  const fields = [
    "symbol",
    "file",
    "text",
    "detail",
    "signature",
    "command",
    "folder",
    "functions",
    "through",
  ];
  const replaced = JSON.stringify(answer, (key, value: unknown) => {
    if (!fields.includes(key)) return value;
    return Array.isArray(value) ? value.map(() => text) : typeof value === "string" ? text : value;
  });
  return renderImpactMarkdown(JSON.parse(replaced) as ChangeImpactOk);
}

/**
 * A comment without its code. A fence ends at one that is at least as long; a code span ends at the next run of
 * as many backticks, and here always on its line.
 *
 * @see https://spec.commonmark.org/0.31.2/#code-spans
 */
function outsideCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const [, ticks = ""] = /^ {0,3}(`{3,})/.exec(line) ?? [];
    if (fence !== null) {
      if (/^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length) fence = null;
    } else if (ticks !== "") fence = ticks;
    else kept.push(line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "CODE"));
  }
  return kept.join("\n");
}

describe("whatever the code has in its names", () => {
  const plain = outsideCode(written("a"));

  it.each([
    ["a mention", "@octocat #12 !34"],
    ["HTML", "</details><img src=x onerror=alert(1)><!-- -->"],
    ["Markdown", "**a** [b](https://c.example) | d | # e"],
    ["backticks", "`"],
    ["runs of backticks", "`` a ``` b `"],
    ["lines", "a\n\n/close\n```\n<b>"],
    ["separators of lines", "a\u2028b\u2029c\u0085d\ve\ff\r\rg"],
    ["control characters", "\u001b[31m\0\u202e"],
    ["blanks", "   "],
    ["a backslash", "\\`"],
  ])("%s does not leave the code", (_, text) => expect(outsideCode(written(text))).toBe(plain));

  it("nothing leaves the code", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("`", "``", "\n", " ", "a", "<", "@", "|", "\r", "~~~", "\\", "\u2028", "#"),
          { minLength: 1 },
        ),
        (parts) => {
          expect(outsideCode(written(parts.join("")))).toBe(plain);
        },
      ),
    ));
});

describe("however much there is", () => {
  const many = <Item>(items: readonly Item[], count = 400): Item[] =>
    Array.from({ length: count }, (_, at) => items[at % items.length] as Item);
  const large: ChangeImpactOk = {
    ...IMPACT,
    changed: many(IMPACT.changed),
    affected: many(IMPACT.affected),
    counts: { ...IMPACT.counts, removed: 5_000, misfits: 9_000, affected: 20_000 },
    tests: {
      ...IMPACT.tests,
      files: many(IMPACT.tests.files),
      total: 5_000,
      commands: many(IMPACT.tests.commands),
    },
    unknown: many(IMPACT.unknown),
    totalUnknown: 5_000,
  };

  it.each([["a"], ["x".repeat(2_000)], ["`".repeat(2_000)], ["💥".repeat(1_000)], ["\u202e".repeat(2_000)]])(
    "%# fits into a comment, and every fold is closed",
    (text) => {
      const comment = written(text, large);
      expect(comment.length).toBeLessThan(GITHUB_MAX_CHARS);
      const outside = outsideCode(comment);
      expect(outside.match(/<details>/g)?.length ?? 0).toBe(outside.match(/<\/details>/g)?.length ?? 0);
      expect(outside).toMatch(/- and \d+ more/);
    },
  );

  it("a list says how many it leaves out", () => {
    const comment = renderImpactMarkdown(large);
    expect(comment).toContain("- and 8980 more\n");
    expect(comment.match(/^- `src\/cart\.test\.ts`: /gm)).toHaveLength(15);
  });
});
