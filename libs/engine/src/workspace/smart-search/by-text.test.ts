import type { WorkspaceMatch } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { declaringFirst, linesByWords } from "./by-text.ts";

/** Lines as `path:line text`. */
function lines(...written: readonly string[]): WorkspaceMatch[] {
  return written.map((line) => {
    const [, path = "", at = "", text = ""] = /^(\S+):(\d+) (.*)$/.exec(line) ?? [];
    return { repo: "docs", path, line: Number(at), column: 1, text };
  });
}

function check(
  name: string,
  words: readonly string[],
  matches: readonly WorkspaceMatch[],
  expected: readonly string[],
): void {
  it(name, () =>
    expect(linesByWords(matches, words).map(({ path, line }) => `${path}:${line}`)).toEqual(expected),
  );
}

check(
  "the file with more of the words comes first, by its line with most of them",
  ["retri", "queue"],
  lines("a:1 a queue", "b:1 retries", "b:7 Queue of retries", "b:9 queue"),
  ["b:7", "a:1"],
);
check(
  "words of one file need not be on one line",
  ["retri", "queue"],
  lines("a:1 queue queue", "b:2 retries", "b:3 queue"),
  ["b:2", "a:1"],
);
check(
  "a word that few files have counts for more",
  ["common", "rare"],
  lines("a:1 common", "b:1 common", "c:1 rare", "d:1 common"),
  ["c:1", "a:1", "b:1", "d:1"],
);
check("equal ones go by path", ["x"], lines("b:1 x", "a:4 x", "a:2 x"), ["a:2", "b:1"]);
check("nothing comes of nothing", ["x"], [], []);

describe("lines that declare a name come first:", () => {
  it.each([
    [
      "Store",
      ["new Store()", "export class Store {", "class StoreFactory {", "subclass Store"],
      ["export class Store {"],
    ],
    [
      "open",
      ["s.open()", "func (s *Store) open() error {", "  def open(self):", "fn reopen()"],
      ["func (s *Store) open() error {", "  def open(self):"],
    ],
    ["$scope", ["$scope.x", "let $scope = 1", "let $scoped = 1"], ["let $scope = 1"]],
    ["größe", ["größe()", "const größe = 1", "const größer = 1"], ["const größe = 1"]],
  ])("%s", (name, texts, first) => {
    const shown = declaringFirst(lines(...texts.map((text, at) => `a:${at + 1} ${text}`)), name).map(
      ({ text }) => text,
    );
    expect(shown).toEqual([...first, ...texts.filter((text) => !first.includes(text))]);
  });
});
