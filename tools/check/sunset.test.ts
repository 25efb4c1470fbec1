/**
 * Deprecated code is removed in the version that it names, and the checklist in docs/migrations/ says what
 * else to remove.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./steps.ts";
import { type Deprecation, deprecationsIn, hasPassed } from "./sunset.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const packages = ["libs", "apps", "clients"]
  .filter((parent) => existsSync(join(ROOT, parent)))
  .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`));
const versions = new Map(
  packages
    .filter((folder) => existsSync(join(ROOT, folder, "package.json")))
    .map((folder) => [folder, (JSON.parse(read(`${folder}/package.json`)) as { version: string }).version]),
);

const deprecations = [...versions.keys()].flatMap((folder) =>
  readdirSync(join(ROOT, folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|generated/.test(name))
    .flatMap((name) =>
      deprecationsIn(`${folder}/src/${name.replaceAll("\\", "/")}`, read(`${folder}/src/${name}`)),
    ),
);
const checklists = readdirSync(join(ROOT, "docs/migrations")).map((name) => read(`docs/migrations/${name}`));
const versionOf = ({ file }: Deprecation): string =>
  versions.get(file.split("/").slice(0, 2).join("/")) ?? "";

describe("what is deprecated", () => {
  it("is found", () =>
    expect(deprecations.map(({ file }) => file)).toContain("libs/contracts/src/parse/legacy-text.ts"));

  it.each(deprecations)(
    "in $file:$line names the version of its removal, and is gone with it",
    (deprecation) => {
      expect(deprecation.removedIn).not.toBeNull();
      expect(
        hasPassed(versionOf(deprecation), deprecation.removedIn ?? ""),
        `${deprecation.file} outlives its removal in ${deprecation.removedIn}: follow the checklist in ` +
          "docs/migrations/",
      ).toBe(false);
    },
  );

  it.each(deprecations)(
    "in $file:$line has a checklist that names the file and the version",
    ({ file, removedIn }) => {
      expect(
        checklists.filter((text) => text.includes(`- [ ] \`${file}\``) && text.includes(String(removedIn))),
      ).toHaveLength(1);
    },
  );

  it("is told from the comment", () => {
    const source =
      "/**\n * Text.\n *\n * @deprecated Removed in 1.0.0. Use another.\n */\n/** @deprecated Use " +
      'another. */\nconst text = "@deprecated Removed in 9.9.9. ";\n';
    expect(deprecationsIn("a.ts", source)).toEqual([
      { file: "a.ts", line: 4, removedIn: "1.0.0" },
      { file: "a.ts", line: 6, removedIn: null },
    ]);
  });
});

describe("a version has passed 1.2.3", () => {
  it.each([
    ["1.2.3", true],
    ["1.2.4", true],
    ["1.3.0", true],
    ["2.0.0", true],
    ["1.2.3-rc.1", true],
    ["10.0.0", true],
    ["1.2.2", false],
    ["1.1.9", false],
    ["0.9.9", false],
    ["0.10.0", false],
  ])("at %s: %s", (version, expected) => {
    expect(hasPassed(version, "1.2.3")).toBe(expected);
  });
});
