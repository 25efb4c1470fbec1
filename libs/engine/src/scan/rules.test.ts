import { symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CodebaseSettings } from "../model/run.ts";
import "../testing/trees/no-git-settings.ts";
import { TimedTree } from "../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openRules } from "./rules.ts";

function newTree(texts: Readonly<Record<string, string>> = {}): TimedTree {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const tree = new TimedTree(folder.path);
  tree.writeAll(texts);
  return tree;
}

const settings = (part: Partial<CodebaseSettings> = {}): CodebaseSettings => ({
  customExtensions: [],
  ignorePatterns: [],
  ...part,
});

describe("the rules of a codebase", () => {
  it.each<[string, Partial<CodebaseSettings>, Readonly<Record<string, boolean>>]>([
    [
      "are the built-in ones and those of its files",
      {},
      { "a.ts": true, "a.lock": false, "b.gen": false, "keep.png": false },
    ],
    [
      "are outweighed by its own patterns",
      { ignorePatterns: ["*.ts", "!b.gen"] },
      { "a.ts": false, "b.gen": true },
    ],
    [
      "let extensions in that were asked for, with a dot or without",
      { customExtensions: [".png", "gen"] },
      { "keep.png": true, "b.gen": false },
    ],
  ])("%s", (_, part, expected) => {
    const tree = newTree({ ".gitignore": "*.gen\n*.lock\n" });
    const { policy } = openRules(tree.root, settings(part));
    expect(
      Object.fromEntries(Object.keys(expected).map((path) => [path, !policy.ignores(path, "file").ignored])),
    ).toEqual(expected);
  });
});

it("leave out Satori's own files, where the codebase is their home", () => {
  const tree = newTree({ "a.ts": "" });
  const { policy } = openRules(tree.root, settings({ ignorePatterns: ["!**"] }), tree.root);
  expect(
    ["a.ts", "satori.config.json", "cache.db", "indexes/x/codebase.json", "src/satori.config.json"].map(
      (path) => policy.ignores(path, "file").ignored,
    ),
  ).toEqual([false, true, true, true, false]);
});

it("leave out the home of the indexes, where it lies inside", () => {
  const tree = newTree({ "a.ts": "", "it's [my] *home!/indexes/x.ts": "" });
  const { policy } = openRules(tree.root, settings({ ignorePatterns: ["!**"] }), tree.at("it's [my] *home!"));
  expect(
    ["a.ts", "it's [my] *home!/indexes/x.ts", "it's my home/x.ts"].map(
      (path) => policy.ignores(path, "file").ignored,
    ),
  ).toEqual([false, true, false]);
  symlinkSync(tree.root, `${tree.root}-link`);
  onTestFinished(() => unlinkSync(`${tree.root}-link`));
  expect(
    openRules(tree.root, settings(), `${tree.root}-link/home`).policy.ignores("home/x.ts", "file").ignored,
  ).toBe(true);
  const outside = openRules(tree.root, settings(), "/elsewhere");
  expect(outside.signature).toBe(openRules(tree.root, settings()).signature);
});

describe("their signature", () => {
  it("changes with everything outside nested folders that decides", () => {
    const tree = newTree({ ".gitignore": "*.log\n", "src/.gitignore": "x\n" });
    const signatures = [openRules(tree.root, settings()).signature];
    const note = (change: () => void, part: Partial<CodebaseSettings> = {}): void => {
      change();
      signatures.push(openRules(tree.root, settings(part)).signature);
    };
    note(() => tree.write(".gitignore", "*.md\n*.log\n"));
    note(() => tree.write(".satoriignore", ""));
    note(() => tree.remove(".gitignore"));
    note(() => undefined, { ignorePatterns: ["x"] });
    note(() => undefined, { customExtensions: ["x"] });
    note(() => undefined, { ignorePatterns: ["x", ""] });
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  it("stays while nothing of that changes", () => {
    const tree = newTree({ ".gitignore": "*.log\n", "src/.gitignore": "x\n" });
    const before = openRules(tree.root, settings()).signature;
    tree.writeAll({ "src/.gitignore": "y\n", "src/a.ts": "" });
    expect(openRules(tree.root, settings()).signature).toBe(before);
  });
});
