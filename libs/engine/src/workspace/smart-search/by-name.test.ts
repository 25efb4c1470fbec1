import { describe, expect, it } from "vitest";
import { nameMatcher } from "./by-name.ts";

const PATHS = [
  "README.md",
  "docs/readme.md",
  "src/app.ts",
  "src/app.test.ts",
  "src/auth/",
  "src/auth/session.ts",
  "web/src/auth/",
  "web/src/auth/session.ts",
  "web/old-session.ts",
  "weiß/größe.md",
];

/** @param expected `fit path` of each matching path, in the order of paths */
function check(asked: string, ...expected: readonly string[]): void {
  it(JSON.stringify(asked), () => {
    const fits = nameMatcher(asked);
    const found = PATHS.flatMap((path) => {
      const fit = fits(
        path.endsWith("/") ? { path: path.slice(0, -1), kind: "dir" } : { path, kind: "file" },
      );
      return fit === null ? [] : [`${fit} ${path}`];
    });
    expect(found).toEqual(expected);
  });
}

describe("what fits", () => {
  check("src/app.ts", "exact src/app.ts");
  check("./src/app.ts", "exact src/app.ts");
  check("/src/app.ts", "exact src/app.ts");
  check("src\\app.ts", "exact src/app.ts");
  check("session.ts", "end src/auth/session.ts", "end web/src/auth/session.ts", "part web/old-session.ts");
  check("auth/session.ts", "end src/auth/session.ts", "end web/src/auth/session.ts");
  check(
    "src/auth/",
    "exact src/auth/",
    "part src/auth/session.ts",
    "end web/src/auth/",
    "part web/src/auth/session.ts",
  );
  check("readme.md", "end_in_other_case README.md", "end docs/readme.md");
  check("readme", "part README.md", "part docs/readme.md");
  check("AUTH/sess", "part src/auth/session.ts", "part web/src/auth/session.ts");
  check("gro\u0308ße.md".normalize("NFD"), "end weiß/größe.md");
  check("*.test.ts", "end src/app.test.ts");
  check("src/auth/**", "end src/auth/session.ts");
  check("../src/app.ts");
  check("/");
  check("nothing.ts");
  check("src/*/../x");
});
