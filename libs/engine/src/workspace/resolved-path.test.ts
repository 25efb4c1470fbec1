import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { closedFolder, temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { isRoot, resolvePath } from "./resolved-path.ts";
import type { WorkspaceRoot } from "./roots.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (name: string): string => join(folder.path, name);
writeTree(
  folder.path,
  `
  //- docs/guide.md
  # Guide
  //- docs/both.md
  of docs
  //- docs/src/
  //- code/both.md
  of code
  //- code/src/app.ts
  export {};
  //- code/notes/inner.md
  # Inner
  //- outside/secret.txt
  secret
`,
);
symlinkSync(at("outside/secret.txt"), at("docs/leak.txt"));
symlinkSync(at("outside"), at("code/leak"));
symlinkSync(at("code/src/app.ts"), at("docs/app-link.ts"));
symlinkSync(at("nowhere"), at("docs/broken"));
symlinkSync("guide.md", at("docs/guide-link.md"));
symlinkSync(at("docs/loop"), at("docs/loop"));
writeFile(at("docs/g\u0072o\u0308\u00df.md".normalize("NFD")), "x");

const DOCS: WorkspaceRoot = { repo: "docs", path: at("docs") };
const CODE: WorkspaceRoot = { repo: "code", path: at("code") };
const NOTES: WorkspaceRoot = { repo: "docs", path: at("code/notes") };
const BOTH = [DOCS, CODE];

/** Where a path leads, as `repo:path`; or the code of the error. */
function placed(path: string, roots: readonly WorkspaceRoot[] = BOTH): string {
  try {
    const place = resolvePath(roots, path);
    return `${place.root.repo}:${place.path}`;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}
const check = (path: string, expected: string, roots?: readonly WorkspaceRoot[]) =>
  it(`${JSON.stringify(path)} is ${expected}`, () => expect(placed(path, roots)).toBe(expected));

describe("a relative path leads to the root that has it:", () => {
  check("guide.md", "docs:guide.md");
  check("./src/app.ts", "code:src/app.ts");
  check("src/../guide.md", "docs:guide.md");
  check("guide-link.md", "docs:guide.md");
  check("app-link.ts", "code:src/app.ts");
  check("größ.md".normalize("NFC"), "docs:größ.md".normalize("NFC"));
  check("both.md", "code:both.md", [CODE]);
  check("nothing.md", "PATH_NOT_FOUND");
  check("guide.md", "PATH_NOT_FOUND", [CODE]);
  check("guide.md/x", "PATH_NOT_FOUND");
  check("broken", "PATH_NOT_FOUND");
});

it("a path that a shell would have to resolve is told with the name that it was taken for", () => {
  expect(() => resolvePath(BOTH, "~/guide.md")).toThrow(
    expect.objectContaining({
      message:
        "~/guide.md is not in docs or code: ~ is not expanded, but taken literally as a folder name; " +
        "use list_dir to see what is",
    }),
  );
  expect(() => resolvePath([DOCS], "guide~.md")).toThrow(
    expect.objectContaining({ message: "guide~.md is not in docs; use list_dir to see what is" }),
  );
});

describe("an absolute path within a root is taken:", () => {
  check(at("docs/guide.md"), "docs:guide.md");
  check(at("code"), "code:");
  check(at("code/both.md"), "code:both.md");
  check(at("code/nothing.ts"), "PATH_NOT_FOUND");
  check(at("docs/guide.md"), "PATH_OUTSIDE_ROOTS", [CODE]);
});

describe("what both have is told apart by repo:", () => {
  check("both.md", "AMBIGUOUS_PATH");
  check("src", "AMBIGUOUS_PATH");

  it("the candidates are docs, then code", () => {
    expect(() => resolvePath(BOTH, "both.md")).toThrow(
      expect.objectContaining({
        message: "both.md is in docs and in code: pass repo to choose one",
        details: {
          path: "both.md",
          candidates: [
            { repo: "docs", path: "both.md" },
            { repo: "code", path: "both.md" },
          ],
        },
      }),
    );
  });
});

describe("where one root lies in the other, the nearer one has it:", () => {
  check("notes/inner.md", "docs:inner.md", [NOTES, CODE]);
  check("inner.md", "docs:inner.md", [NOTES, CODE]);
  check(at("code/notes/inner.md"), "docs:inner.md", [NOTES, CODE]);
  check("notes/inner.md", "code:notes/inner.md", [CODE]);
  check("notes", "docs:", [NOTES, CODE]);
  check("both.md", "docs:both.md", [{ repo: "docs", path: at("code") }, CODE]);
});

describe("nothing leaves the roots:", () => {
  check("../outside/secret.txt", "PATH_OUTSIDE_ROOTS");
  check("..", "PATH_OUTSIDE_ROOTS");
  check("../code/src/app.ts", "PATH_OUTSIDE_ROOTS");
  check("src/../../outside/secret.txt", "PATH_OUTSIDE_ROOTS");
  check("leak.txt", "PATH_OUTSIDE_ROOTS");
  check("leak/secret.txt", "PATH_OUTSIDE_ROOTS");
  // Nothing reveals whether the target exists.
  check("leak/nothing.txt", "PATH_OUTSIDE_ROOTS");
  check("leak", "PATH_OUTSIDE_ROOTS");
  check(at("docs/leak.txt"), "PATH_OUTSIDE_ROOTS");
  check(at("code/leak/secret.txt"), "PATH_OUTSIDE_ROOTS");
  check(at("outside/secret.txt"), "PATH_OUTSIDE_ROOTS");
  check(at("outside/nothing"), "PATH_OUTSIDE_ROOTS");
  check(at("docs-other/x"), "PATH_OUTSIDE_ROOTS");
  check("/", "PATH_OUTSIDE_ROOTS");
  check("/etc/passwd", "PATH_OUTSIDE_ROOTS");
});

describe("odd paths are told what is wrong with them:", () => {
  check("a\0b", "INVALID_ARGUMENTS");
  check("%2e%2e/outside/secret.txt", "PATH_NOT_FOUND");
  check("..\\outside\\secret.txt", "PATH_NOT_FOUND");
  check("~/x", "PATH_NOT_FOUND");
  check("x".repeat(100_000), "PATH_NOT_FOUND");
  check("x/".repeat(50_000), "PATH_NOT_FOUND");
  check("loop", "PATH_UNREADABLE");
  check("a\nb", "PATH_NOT_FOUND");
});

itAsOrdinaryUser("what lies in a folder that nobody may look into cannot be told", () => {
  using own = temporaryFolder();
  using _closed = closedFolder(join(own.path, "closed"));
  expect(placed("closed/x", [{ repo: "docs", path: own.path }])).toBe("PATH_UNREADABLE");
});

it.each([
  [".", true],
  ["./", true],
  ["src/..", true],
  ["src", false],
  ["..", false],
  ["/", false],
  ["...", false],
])("%j names the roots themselves: %s", (path, expected) => expect(isRoot(path)).toBe(expected));
