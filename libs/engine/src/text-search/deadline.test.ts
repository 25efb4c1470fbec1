/** Expressions and trees that keep ripgrep busy, or make it large: refused, or answered in part. */
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Deadline, openDeadline } from "../deadline.ts";
import "../testing/trees/no-git-settings.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { cutNote } from "./cut-note.ts";
import { KnownFolders } from "./rules/known-folders.ts";
import { found } from "./testing/found.ts";

function tree(text: string): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return writeTree(folder.path, text);
}

function deadlineOf(limitMs: number): Deadline {
  return openDeadline({ limitMs, setting: "SATORI_TEXT_SEARCH_DEADLINE_MS" });
}

/** A ripgrep that finds what there is, and then does what a script says. */
async function ripgrepThen(script: string): Promise<() => Promise<string[]>> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const { rgPath } = await import("@vscode/ripgrep");
  const path = join(folder.path, "rg");
  writeFile(path, `#!/bin/sh\n'${rgPath}' "$@"\n${script}\n`);
  chmodSync(path, 0o755);
  return async () => [path];
}

const words = (count: number, wordOf: (at: number) => string): string => Array.from({ length: count }, (_, at) => wordOf(at)).join("|");

describe("an expression", () => {
  it.each([
    "\\w+", "\\w{1,100}", "\\p{L}{1,50}\\(", "[\\w.+-]+@[\\w-]+\\.[\\w.-]+", "\\b[0-9a-fA-F]{40}\\b", "^.{80,}$", "^.{200,500}$", "[A-Za-z0-9+/=]{100,1000}", "\\p{Han}+",
    "\\p{Cyrillic}{3,20}", "[^\\x00-\\x7F]+", "(\\w+\\s+){1,50}", "foo.{0,200}bar.{0,200}baz", "\\s{4,1000}", "(?x) fn \\s+ [a-z_]+ \\s* \\(", words(200, (at) => `word${at}`), words(100, (at) => `name${at}\\s*\\(`),
  ])("that somebody may ask is taken: %s", async (query) => {
    const root = tree("//- a.ts\nfoo\n");
    expect(await found(root, query, { isRegex: true })).toMatchObject({ cut: null });
  });

  it.each([
    "((((a{10}){10}){10}){10}){10}", "\\w{1000}{100}", "\\p{L}{1,1000}", "(\\w+\\s+){1,500}", "(a|b|c{1000}){1000}", "[\\p{L}\\p{N}]{5000}",
  ])("that is too large when it is compiled is refused, with what to do: %s", async (query) => {
    const root = tree("//- a.ts\nfoo\n");
    await expect(found(root, query, { isRegex: true })).rejects.toMatchObject({ code: "INVALID_ARGUMENTS", message: expect.stringMatching(/too large.*smaller counts/s), details: [{ path: "query" }] });
  });

  it("that takes longer than the deadline ends there, and does not hold up another search", async () => {
    const root = tree("//- b/b.ts\nfoo\n");
    writeFile(join(root, "a/a.txt"), `${"a".repeat(900_000)}\n`);
    const slow = "((((a{10}){10}){10}){10}){8}b";
    const deadlines = Array.from({ length: 4 }, () => deadlineOf(600_000));
    const evil = deadlines.map((deadline) => found(root, slow, { isRegex: true, within: ["a"] }, { deadline }).catch(() => "ended"));
    expect(await found(root, "foo")).toMatchObject({ total: 1, cut: null });
    const [first, ...others] = evil;
    const ending = found(root, slow, { isRegex: true }, { deadline: deadlineOf(1_500) });
    expect(await ending).toMatchObject({ matches: [], isTruncated: true, cut: { by: "deadline", filesWithMatches: 0 } });
    // Still at it: nothing but their deadlines ends them.
    expect(await Promise.race([first, ...others, Promise.resolve("busy")])).toBe("busy");
    onTestFinished(async () => void (await Promise.all(evil)));
  });
});
