import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HELD_FOLDERS } from "./manifest.ts";
import { ROOT } from "./packages.ts";
import { VERSIONED_FILES, withVersion } from "./repeated-version.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const versionIn = (manifest: string): string => (JSON.parse(textOf(manifest)) as { version: string }).version;
const version = versionIn("package.json");

it.each(HELD_FOLDERS)("%s has the version of the repository", (folder) => {
  expect(versionIn(`${folder}/package.json`)).toBe(version);
});

it.each(Object.entries(VERSIONED_FILES))(
  "%s has it, too (npm run generate), and no other",
  (file, before) => {
    const text = textOf(file);
    expect(withVersion(text, before, version)).toBe(text);
    const next = withVersion(text, before, "9.8.7-beta.1");
    expect(next).toContain("9.8.7-beta.1");
    expect(next).not.toContain(version);
    // Back again: nothing but the version was replaced.
    expect(withVersion(next, before, version)).toBe(text);
  },
);

it("a file without a version is not passed over", () => {
  expect(() => withVersion("nothing", /ARG VERSION=/, "1.2.3")).toThrow("No version follows /ARG VERSION=/");
});
