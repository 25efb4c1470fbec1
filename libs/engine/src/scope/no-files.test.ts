import { describe, expect, it } from "vitest";
import { explainNoFiles } from "./no-files.ts";

const PATHS = ["README.md", "src/a.ts", "src/b.ts", "src/Deep/user_store.ts"];
const NONE = { include: [], field: "include_globs", base: "/r", exclude: [], languages: [] } as const;
const explain = (include: readonly string[], more: { exclude?: string[]; languages?: string[] } = {}) =>
  explainNoFiles(PATHS, { ...NONE, include, ...more });

describe("patterns that match no file", () => {
  it.each<[string, readonly string[] | null, number]>([
    ["SRC/**", ["src/**"], 3],
    ["src/deep/", ["src/Deep/"], 1],
    ["*.TS", ["*.ts"], 3],
    ["Src/A.ts", ["src/a.ts"], 1],
    [".*\\.ts$", ["*.ts"], 3],
    ["^src/.*\\.(ts|js)$", ["src/*.{ts,js}"], 2],
    ["src\\a.ts", ["src/a.ts"], 1],
    ["SRC\\**", ["src/**"], 3],
    ["ts", ["*.ts"], 3],
    [".ts", ["*.ts"], 3],
    ["user", ["*user*"], 1],
    ["*.py", null, 0],
    ["nowhere/**", null, 0],
  ])("%s: %j", (pattern, include, files) => {
    const told = explain([pattern]);
    expect(told?.corrected).toEqual(include && { include, files });
    expect(told?.message).toContain(`None of the 4 files matches ${pattern}.`);
    if (include) expect(told?.message).toContain(`include_globs: ${JSON.stringify(include)}`);
  });

  it("keeps the corrected ones of several", () =>
    expect(explain(["nope", "SRC/*.ts"])?.corrected).toEqual({ include: ["src/*.ts"], files: 2 }));
});

describe("other filters that leave no file", () => {
  it("languages", () => {
    expect(explain([], { languages: ["python"] })?.message).toBe(
      "None of the 4 files is written in python; most common: typescript, markdown.",
    );
    expect(explain(["*.md"], { languages: ["typescript"] })?.message).toContain(
      "None of the 4 files in typescript matches *.md.",
    );
  });

  it("exclusions", () =>
    expect(explain(["src/"], { exclude: ["*.ts"] })?.message).toBe(
      "The exclude patterns (*.ts) match all 3 files.",
    ));

  it("an empty folder", () =>
    expect(explainNoFiles([], NONE)?.message).toBe(
      "The requested folder has no files besides those that the ignore rules exclude.",
    ));

  it("none, if a file passes", () => {
    expect(explain([])).toBeNull();
    expect(explain(["src/"], { exclude: ["src/a.ts"], languages: ["typescript"] })).toBeNull();
  });
});
