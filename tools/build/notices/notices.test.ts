import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { SOURCES } from "../grammars.ts";
import { type Part, readPackage } from "./installed-package.ts";
import { refusal } from "./licences.ts";
import { noticesText } from "./notices.ts";
import { bundledParts, grammarParts } from "./parts.ts";
import { GRAMMAR_REPOSITORIES } from "./upstreams.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const part = (name: string, more: Partial<Part> = {}): Part => ({
  name,
  version: "1.0.0",
  licence: "MIT",
  text: `Copyright ${name}`,
  remarks: [],
  ...more,
});

/** Third-party parts of a bundle of `main.js`, in a folder with these files. */
async function partsOfBundle(files: Readonly<Record<string, string>>): Promise<Part[]> {
  const root = mkdtempSync(join(tmpdir(), "satori-notices-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ["main.js"],
      bundle: true,
      format: "esm",
      metafile: true,
      write: false,
      outfile: "out.js",
    });
    return bundledParts([metafile], root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const packageOf = (folder: string, name: string, more: object = {}): Record<string, string> => ({
  [`${folder}/package.json`]: JSON.stringify({
    name,
    version: "1.0.0",
    license: "MIT",
    sideEffects: false,
    ...more,
  }),
  [`${folder}/LICENSE`]: `Copyright (c) 2020 ${name}\n`,
});

describe("what may be passed on", () => {
  it.each(["MIT", "ISC", "Apache-2.0", "(MIT OR GPL-3.0-only)", "MIT AND BSD-3-Clause"])(
    "is what is under %s",
    (licence) => expect(refusal(licence, "text")).toBeNull(),
  );

  it.each([
    "GPL-3.0-or-later",
    "AGPL-3.0",
    "LGPL-2.1-only",
    "MIT AND GPL-2.0-only",
    "SEE LICENSE IN terms.txt",
    "UNLICENSED",
    "",
  ])("is not what is under %j", (licence) =>
    expect(refusal(licence, "text")).toContain(JSON.stringify(licence)),
  );

  it("is nothing whose text is missing, or another than it says", () => {
    expect(refusal("MIT", " \n")).toContain("without the text");
    expect(refusal("MIT", "GNU GENERAL PUBLIC LICENSE\nVersion 3")).toContain("GNU");
    expect(refusal("MIT", "GNU Affero General\n Public License")).toContain("GNU");
  });

  it("decides over notices: a package that holds anything else is not built", () => {
    expect(() => noticesText("ours", [part("good"), part("bad", { licence: "GPL-3.0-only" })])).toThrow(
      /^ours would hold what it may not pass on.*\nbad 1\.0\.0: its licence is "GPL-3\.0-only"[^\n]*$/,
    );
  });
});

describe("what a bundle holds of others", () => {
  it("is what is left in it, from where it was taken", async () => {
    const parts = await partsOfBundle({
      "main.js": 'import { a } from "a"; import { dropped } from "dropped"; console.log(a);',
      ...packageOf("node_modules/a", "a"),
      "node_modules/a/index.js": 'import { b } from "@x/b"; export const a = b;',
      ...packageOf("node_modules/a/node_modules/@x/b", "@x/b", {
        version: "2.0.0",
        license: undefined,
        licenses: [{ type: "ISC" }, { type: "MIT" }],
      }),
      "node_modules/a/node_modules/@x/b/index.js": "export const b = globalThis.b;",
      "node_modules/a/node_modules/@x/b/NOTICE": "Made by B.\n",
      ...packageOf("node_modules/@x/b", "@x/b"),
      ...packageOf("node_modules/dropped", "dropped"),
      "node_modules/dropped/index.js": "export const dropped = 1;",
    });
    expect(parts).toEqual([
      part("@x/b", {
        version: "2.0.0",
        licence: "ISC OR MIT",
        text: "Copyright (c) 2020 @x/b\n\nMade by B.",
      }),
      part("a", { text: "Copyright (c) 2020 a" }),
    ]);
  });

  it("is also what a package has bundled itself, and the copyright that only files bear", async () => {
    const parts = await partsOfBundle({
      "main.js": 'import { a } from "a"; console.log(a);',
      ...packageOf("node_modules/a", "a"),
      "node_modules/a/index.js": [
        "/* Copyright (c) 2020 a */",
        "/** Copyright 2019 Somebody Else. */",
        "//#region ../../node_modules/.pnpm/@x+b@1.4.1_c@2.0.0/node_modules/@x/b/index.js",
        "//#region ../../node_modules/.pnpm/@x+b@1.4.1_c@2.0.0/node_modules/@x/b/more.js",
        "// node_modules/c/index.js",
        "export const a = globalThis.a;",
      ].join("\n"),
      ...packageOf("node_modules/@x/b", "@x/b"),
      ...packageOf("node_modules/a/node_modules/c", "c"),
    });
    expect(parts).toEqual([
      part("@x/b", { version: "1.4.1", text: "Copyright (c) 2020 @x/b" }),
      part("a", { text: "Copyright (c) 2020 a", remarks: ["Copyright 2019 Somebody Else."] }),
      part("c", { text: "Copyright (c) 2020 c" }),
    ]);
  });

  it("is told once for each text", () => {
    const text = noticesText("ours", [
      part("a", { text: "Apache\n  License" }),
      part("b", { remarks: ["Copyright 2019 B"] }),
      part("c", { text: "Apache License" }),
    ]);
    expect(text.split(/\n-{80}\n\n/).slice(1)).toEqual([
      "a 1.0.0 (MIT)\nc 1.0.0 (MIT)\n\nApache\n  License\n",
      "b 1.0.0 (MIT)\n    Copyright 2019 B\n\nCopyright b\n",
    ]);
  });
});

describe("what the grammars are under", () => {
  const parts = grammarParts(ROOT);

  it.each(Object.entries(SOURCES))(
    "%s: the licence of its own repository, whichever package it comes in",
    (_, specifier) => {
      const file = basename(specifier, ".wasm");
      const own = parts.find(({ name }) => basename(name) === (GRAMMAR_REPOSITORIES[file] ?? file));
      expect(own?.text).toMatch(/^Copyright \(c\) \d{4}|Apache License/m);
      expect(refusal(own?.licence ?? "", own?.text ?? "")).toBeNull();
    },
  );
});

it("a licence whose text is missing in the package is found among those that are known", () => {
  expect(readPackage(join(ROOT, "node_modules/generic-pool")).text).toMatch(
    /^MIT License\n\nCopyright \(c\) 2010-2016 James Cooper/,
  );
});

describe("the Python package", () => {
  const file = (name: string): string => readFileSync(join(ROOT, "clients/python", name), "utf8");

  it("has the licence of the repository, and says that it holds nothing of others", () => {
    expect(file("LICENSE")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    expect(file("THIRD-PARTY-NOTICES")).toBe(noticesText("satori-client", []));
  });
});
