import { expect, it } from "vitest";
import { tokenize } from "../../libs/engine/src/lexical/tokens.ts";
import {
  CHUNKS_PER_FILE,
  FILES_PER_FOLDER,
  LINES_PER_CHUNK,
  SyntheticCodebase,
  type SyntheticFile,
} from "./codebase.ts";

/** Distinct words that the tokenizer leaves as they are. */
const VOCABULARY = Array.from({ length: 20_000 }, (_, at) =>
  [...at.toString(20).padStart(4, "0")]
    .map((digit) => "bcdfghjklmnpqrstvwxz"[Number.parseInt(digit, 20)])
    .join("o"),
);

const open = (): SyntheticCodebase => new SyntheticCodebase(VOCABULARY);
const filesOf = (count: number): SyntheticFile[] => {
  const codebase = open();
  return Array.from({ length: count }, (_, at) => codebase.file(at));
};
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length;

it("a file is the same, whichever files were made before", () => {
  const last = filesOf(100).at(-1);
  expect(open().file(99)).toEqual(last);
  expect(open().file(98)).not.toEqual(last);
});

it("paths are different, and a folder has as many files as it should", () => {
  const codebase = open();
  const numbers = [0, 1, 2, 64, 65, 128, 4_882].flatMap((folder) =>
    Array.from({ length: FILES_PER_FOLDER }, (_, at) => folder * FILES_PER_FOLDER + at),
  );
  const paths = numbers.map((at) => codebase.file(at).path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(paths.map((path) => path.slice(0, path.lastIndexOf("/")))).size).toBe(7);
});

it("chunks have about as many tokens as those of real code", () => {
  const tokens = filesOf(50).flatMap(({ chunks }) => chunks.map(({ text }) => tokenize(text)));
  expect(tokens).toHaveLength(50 * CHUNKS_PER_FILE);
  expect(mean(tokens.map(({ length }) => length))).toSatisfy((count: number) => count > 140 && count < 180);
  const distinct = mean(tokens.map((list) => new Set(list).size));
  expect(distinct).toSatisfy((count: number) => count > 48 && count < 62);
});

it("some words are in most files, and most words in few", () => {
  const files = new Map<string, number>();
  for (const { chunks } of filesOf(200))
    for (const token of new Set(chunks.flatMap(({ text }) => tokenize(text))))
      files.set(token, (files.get(token) ?? 0) + 1);
  const counts = [...files.values()].sort((left, right) => right - left);
  expect(counts[0]).toBeGreaterThan(190);
  expect(counts[Math.floor(counts.length / 2)]).toBeLessThan(10);
});

it("a chunk has the lines, the function and the comment that it says it has", () => {
  const chunks = filesOf(3).flatMap((file) => file.chunks);
  expect(chunks.map(({ text }) => text.split("\n").length - 1)).toEqual(chunks.map(() => LINES_PER_CHUNK));
  const withSymbols = chunks.filter(({ symbol }) => symbol !== null);
  expect(withSymbols).toHaveLength(3 * Math.ceil(CHUNKS_PER_FILE / 3));
  for (const { text, symbol, comment } of withSymbols) {
    const [first = "", second = ""] = text.split("\n");
    expect(first).toMatch(new RegExp(`^def ${symbol}\\(`));
    expect(second.trim()).toBe(comment);
  }
});

it("questions are different, and the same each time", () => {
  const questions = open().questions(21, 1_000);
  expect(new Set(questions).size).toBe(21);
  expect(open().questions(21, 1_000)).toEqual(questions);
});
