import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { LIMITS } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { INDEX_FILES, indexFolder } from "../codebase/home/home.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { type Answered, openWorkspace } from "../testing/workspace.ts";

const TREE = `
  //- docs/guide.md
  # Guide
  one
  two
  //- docs/both.md
  of docs
  //- code/both.md
  of code
  //- code/src/app.ts
  export const app = 1;
`;

test("a file is read from the root that has it", async () => {
  await using workspace = openWorkspace(TREE);
  expect(await workspace.ask("workspace_read", { path: "guide.md" })).toEqual({
    result: {
      repo: "docs",
      path: "guide.md",
      content: "# Guide\none\ntwo\n",
      start_line: 1,
      end_line: 3,
      total_lines: 3,
      encoding: "utf-8",
      language: "markdown",
    },
    meta: { repo: "docs", duration_ms: expect.any(Number), truncated: false },
  });
  expect(await workspace.ask("workspace_read", { path: join(workspace.code, "src/app.ts") })).toMatchObject({
    result: { repo: "code", path: "src/app.ts", language: "typescript" },
  });
  expect(await workspace.refuse("workspace_read", { path: "both.md" })).toMatchObject({
    code: "AMBIGUOUS_PATH",
  });
  expect(await workspace.ask("workspace_read", { path: "both.md", repo: "code" })).toMatchObject({
    result: { content: "of code\n" },
  });
});

describe("lines", () => {
  it("are those that are asked for, as far as there are any", async () => {
    await using workspace = openWorkspace(TREE);
    expect(
      (await workspace.ask("workspace_read", { path: "guide.md", start_line: 2, end_line: 2 })).result,
    ).toMatchObject({ content: "one\n", start_line: 2, end_line: 2, total_lines: 3 });
    expect((await workspace.ask("workspace_read", { path: "guide.md", start_line: 9 })).result).toMatchObject(
      {
        content: "two\n",
        start_line: 3,
        end_line: 3,
        notes: ["There is no line 9: the file ends with line 3, shown instead."],
      },
    );
  });

  it("beyond the limit of an answer are left for the next call, which the answer names", async () => {
    await using workspace = openWorkspace(TREE);
    writeFile(join(workspace.docs, "long.txt"), "line\n".repeat(2_500));
    const seen: number[] = [];
    for (let start: number | undefined = 1; start !== undefined;) {
      const { result, meta }: Answered = await workspace.ask("workspace_read", {
        path: "long.txt",
        start_line: start,
      });
      seen.push(result.start_line, result.end_line);
      expect(meta.truncated).toBe(result.next_start_line !== undefined);
      start = result.next_start_line;
    }
    expect(seen).toEqual([1, 1_000, 1_001, 2_000, 2_001, 2_500]);
  });

  it("that are longer than an answer are cut, and the answer says so", async () => {
    await using workspace = openWorkspace(TREE);
    writeFile(join(workspace.docs, "wide.txt"), "x".repeat(600 * 1024));
    const { result, meta } = await workspace.ask("workspace_read", { path: "wide.txt" });
    expect([result.content.length, meta.truncated, result.next_start_line, result.notes]).toEqual([
      LIMITS.answerMaxBytes,
      true,
      undefined,
      [expect.stringContaining("Line 1 exceeds the limit of an answer")],
    ]);
  });

  it("of an empty file are none", async () => {
    await using workspace = openWorkspace(TREE);
    writeFile(join(workspace.docs, "empty.txt"), "");
    expect(await workspace.ask("workspace_read", { path: "empty.txt" })).toMatchObject({
      result: { content: "", start_line: 0, end_line: 0, total_lines: 0 },
      meta: { truncated: false },
    });
  });
});

describe("what is not shown:", () => {
  it.each([
    ["src", "PATH_NOT_A_FILE"],
    ["nothing.md", "PATH_NOT_FOUND"],
    ["../x", "PATH_OUTSIDE_ROOTS"],
    ["leak.md", "PATH_OUTSIDE_ROOTS"],
    ["a\0b", "INVALID_ARGUMENTS"],
    ["image.bin", "FILE_NOT_TEXT"],
  ])("%j is %s", async (path, code) => {
    await using workspace = openWorkspace(TREE);
    writeFile(join(workspace.folder, "secret.md"), "secret");
    symlinkSync(join(workspace.folder, "secret.md"), join(workspace.docs, "leak.md"));
    writeFile(join(workspace.docs, "image.bin"), new Uint8Array([0, 1, 2]));
    const failed = await workspace.refuse("workspace_read", { path });
    expect(failed.code).toBe(code);
    expect(JSON.stringify(failed)).not.toContain("secret");
  });
});

test("Satori's own indexes are not shown", async () => {
  await using workspace = openWorkspace("//- all/a.md\nx\n", { roots: { docs: "all", code: ".." } });
  await workspace.index(workspace.docs);
  const identity = join(indexFolder(join(workspace.code, "home"), workspace.docs), INDEX_FILES.identity);
  expect(await workspace.refuse("workspace_read", { path: identity })).toMatchObject({
    code: "PATH_OUTSIDE_ROOTS",
  });
  const entries = (await workspace.ask("list_dir", { repo: "code", depth: 10 })).result.entries.map(
    ({ path }: { path: string }) => path,
  );
  expect(entries.some((path: string) => path.startsWith("home"))).toBe(false);
});
