/** Every link and every path in hand-written documents exists. */
import { type Dirent, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Tree, brokenReferences } from "./references.ts";
import { ROOT } from "./steps.ts";

/** Folders with hand-written documents. Samples in `fixtures/` refer to another project. */
const FOLDERS = ["apps", "bench", "clients", "docs", "e2e", "libs", "packaging", "tools"];
/** Folders of generated files. */
const GENERATED = new Set(["node_modules", "dist", "coverage", "reference", "generated"]);

const files = [
  ...entriesIn("")
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap(filesBelow),
];
const names = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
const packages = ["libs", "clients", "apps"].flatMap((parent) =>
  foldersIn(parent).map((name) => `${parent}/${name}`),
);
const documents = files.filter((file) => file.endsWith(".md"));
const repository: Tree = {
  exists: (path) => existsSync(join(ROOT, path)),
  hasFileNamed: (name) => names.has(name),
  sourceFolders: packages.map((folder) => `${folder}/src`),
  read: (path) => (existsSync(join(ROOT, path)) ? textOf(path) : null),
};

describe("a reference", () => {
  const contents: Readonly<Record<string, string>> = {
    "README.md": "# A b\n## What it `promises`, exactly\n",
    "docs/guide.md": "",
    "libs/engine/src/scan/walk.ts": "",
    "libs/engine/README.md": "",
  };
  const paths = Object.keys(contents);
  const tree: Tree = {
    exists: (path) => paths.some((known) => known === path || known.startsWith(`${path}/`)),
    hasFileNamed: (name) => paths.some((known) => known.endsWith(`/${name}`)),
    sourceFolders: ["libs/engine/src"],
    read: (path) => contents[path] ?? null,
  };

  it.each([
    ["README.md", "[guide](docs/guide.md) and [here](#a-b)"],
    ["docs/guide.md", "[home](../README.md#what-it-promises-exactly)"],
    ["README.md", "[elsewhere](https://example.org/docs/none.md) <https://example.org>"],
    ["README.md", "`libs/engine/src/scan/walk.ts`, `libs/engine/`, `walk.ts`"],
    ["libs/engine/README.md", "`scan/walk.ts` and `src/scan/walk.ts`"],
    [
      "README.md",
      "`apps/cli/dist/main.js` is built; `and/or`, `tools/call`, `src/**/*.ts`, `satori.config.json` " +
        "and `--path DIR` are no paths of ours",
    ],
    ["README.md", "```sh\nsatori outline src/none.ts   [x](none.md)\n```"],
  ])("that leads somewhere, or out of the repository, is no fault: %s: %s", (document, text) => {
    expect(brokenReferences(document, text, tree)).toEqual([]);
  });

  it.each([
    ["docs/guide.md", "[home](README.md)", "README.md"],
    ["README.md", "[home](#nowhere)", "#nowhere"],
    ["README.md", "[guide](docs/guide.md#part)", "docs/guide.md#part"],
    ["README.md", "see `libs/engine/src/sync/run.ts`", "libs/engine/src/sync/run.ts"],
    ["README.md", "see `libs/none/`", "libs/none/"],
    ["README.md", "see `run.ts`", "run.ts"],
    ["README.md", "see `sync/run.ts`", "sync/run.ts"],
  ])("that leads nowhere is found: %s: %s", (document, text, reference) => {
    expect(brokenReferences(document, `\n${text}\n`, tree)).toEqual([{ line: 2, reference }]);
  });
});

describe("the documents", () => {
  it("are there", () => {
    const readmes = packages.map((folder) => `${folder}/README.md`);
    expect(documents).toEqual(
      expect.arrayContaining([
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "docs/guide.md",
        "bench/README.md",
        "e2e/README.md",
        ...readmes,
      ]),
    );
  });

  it.each(documents)("%s refers to nothing that does not exist", (document) => {
    expect(brokenReferences(document, textOf(document), repository)).toEqual([]);
  });

  it.each(packages.map((folder) => `${folder}/README.md`))(
    "%s, which is published with its package, has no link that leads out of it",
    (document) => {
      expect(textOf(document)).not.toMatch(/\]\(\.\.\//);
    },
  );

  it("that sources and tools speak of exist", () => {
    const sources = files.filter(
      (file) =>
        /^(?:libs|clients|apps|tools|bench|e2e)\/.*\.ts$|^[\w.]+\.js$/.test(file) &&
        !/\.(?:test|suite)\.ts$|\/testing\//.test(file),
    );
    const spoken = sources.flatMap((file) =>
      [
        ...textOf(file).matchAll(
          /\bdocs\/[\w/-]+\.md\b|\b(?:README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|SECURITY)\.md\b/g,
        ),
      ].map(([document]) => document),
    );
    expect(spoken.length).toBeGreaterThan(0);
    expect(spoken.filter((document) => !repository.exists(document))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  const text = textOf("ARCHITECTURE.md");

  it("can be read in one go", () => {
    expect(text.split("\n").length).toBeLessThan(270);
  });

  it.each(["libs/engine", "libs/sidecar", ...foldersIn("apps").map((app) => `apps/${app}`)])(
    "names every folder of the sources of %s, and no other",
    (folder) => {
      const section = text.split(/^### /m).find((part) => part.startsWith(`\`${folder}\``)) ?? "";
      const named = [...section.matchAll(/^\| `([\w-]+)\/`/gm)].map(([, name]) => name);
      expect(named.sort()).toEqual(foldersIn(`${folder}/src`));
    },
  );
});

describe("e2e/README.md", () => {
  const rows = [...textOf("e2e/README.md").matchAll(/^\| `([\w-]+)\/` *\|[^|]*\|(.*)\|$/gm)].map(
    ([, folder = "", tests = ""]) => [folder, tests.replace(/\([^)]*\)/g, "")] as const,
  );

  it("has a row for each folder of tests", () => {
    expect(rows.map(([folder]) => folder).sort()).toEqual(
      foldersIn("e2e").filter((folder) => testsIn(folder).length > 0),
    );
    expect(entriesIn("e2e").filter(({ name }) => name.endsWith(".test.ts"))).toEqual([]);
  });

  it.each(rows)("names every test in %s/, and no other", (folder, tests) => {
    expect([...tests.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(testsIn(folder));
  });

  function testsIn(folder: string): string[] {
    return filesBelow(`e2e/${folder}`)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => file.slice(`e2e/${folder}/`.length, -".test.ts".length))
      .sort();
  }
});

describe("the decisions", () => {
  const decisions = files
    .filter((file) => /^docs\/adr\/\d{4}-[a-z0-9-]+\.md$/.test(file))
    .map((file) => file.slice("docs/adr/".length))
    .sort();

  it("are numbered one after the other, and listed", () => {
    expect(decisions.map((file) => Number(file.slice(0, 4)))).toEqual(decisions.map((_, at) => at + 1));
    expect(
      [...textOf("docs/adr/README.md").matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, file]) => file),
    ).toEqual(decisions);
  });

  it.each(decisions)("%s says why, what, and what follows", (file) => {
    const text = textOf(`docs/adr/${file}`);
    expect(text.split("\n").filter((line) => line.startsWith("## "))).toEqual([
      "## Context",
      "## Decision",
      "## Consequences",
    ]);
    expect(text).toMatch(
      new RegExp(`^# ${Number(file.slice(0, 4))}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\n`),
    );
  });
});

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function entriesIn(folder: string): Dirent[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true });
}

/** Names of the folders in a folder, ascending. */
function foldersIn(folder: string): string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Files below a folder, relative to the root. */
function filesBelow(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return GENERATED.has(entry.name) ? [] : filesBelow(path);
  });
}
