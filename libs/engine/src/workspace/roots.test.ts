import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { closedFolder, temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { searchedRoots, openWorkspaceRoots, repoOf } from "./roots.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (name: string): string => join(folder.path, name);
for (const name of ["docs", "code/docs"]) mkdirSync(at(name), { recursive: true });
writeFile(at("file"), "x");
symlinkSync(at("docs"), at("link"));

/** The problem with the folders, as a message. */
function problemOf(docs: string | null, code: string | null): string {
  try {
    openWorkspaceRoots({ docs, code });
  } catch (error) {
    if (error instanceof EngineError && error.code === "CONFIG_INVALID") return error.message;
    throw error;
  }
  throw new Error("Both can be used");
}

it("both folders, links resolved", () => {
  expect(openWorkspaceRoots({ docs: at("link"), code: at("code") })).toEqual([
    { repo: "docs", path: at("docs") },
    { repo: "code", path: at("code") },
  ]);
});

it.each([
  [null, null, /DOCS_ROOT is not set; CODE_ROOT is not set$/],
  ["docs", null, /: CODE_ROOT is not set$/],
  ["nowhere", "code", /: DOCS_ROOT is \S+nowhere, which does not exist$/],
  ["docs", "file", /: CODE_ROOT is \S+file, which is not a folder$/],
  ["docs", "file/x", /: CODE_ROOT is \S+, which does not exist$/],
] as const)("%s and %s are told of", (docs, code, message) => {
  expect(problemOf(docs && at(docs), code && at(code))).toMatch(message);
});

itAsOrdinaryUser("a folder that nobody may read is told of", () => {
  using own = temporaryFolder();
  using closed = closedFolder(join(own.path, "closed"));
  expect(problemOf(own.path, closed.path)).toMatch(/: CODE_ROOT is \S+closed, which cannot be read$/);
});

it(
  "a call is about both, or the one it names; what lies in both belongs to the nearer one, and to docs " +
    "where they are the same",
  () => {
    const roots = openWorkspaceRoots({ docs: at("code/docs"), code: at("code") });
    const [docs, code] = [
      { repo: "docs", path: at("code/docs"), without: [] },
      { repo: "code", path: at("code"), without: ["docs"] },
    ];
    expect(searchedRoots(roots, undefined)).toEqual([docs, code]);
    expect(searchedRoots(roots, "code")).toEqual([{ ...code, without: [] }]);
    expect(searchedRoots(openWorkspaceRoots({ docs: at("code"), code: at("code/docs") }), undefined)).toEqual(
      [
        { repo: "docs", path: at("code"), without: ["docs"] },
        { repo: "code", path: at("code/docs"), without: [] },
      ],
    );
    const same = openWorkspaceRoots({ docs: at("docs"), code: at("link") });
    expect(searchedRoots(same, undefined)).toEqual([{ repo: "docs", path: at("docs"), without: [] }]);
    expect(searchedRoots(same, "code")).toEqual([{ repo: "code", path: at("docs"), without: [] }]);
    expect([repoOf(roots), repoOf(roots.slice(1))]).toEqual([null, "code"]);
  },
);
