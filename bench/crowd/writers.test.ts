import { describe, expect, test } from "vitest";
import { clashIn, writersIn } from "./writers.ts";

const FILES = { lock: 10037902, log: 10037909 };

/** In the format of Linux. */
const LOCKS = `1: POSIX  ADVISORY  WRITE 10494 fe:00:10037909 120 120
2: POSIX  ADVISORY  READ 10500 fe:00:10037909 124 124
3: POSIX  ADVISORY  READ 10500 fe:00:10037909 128 128
4: POSIX  ADVISORY  WRITE 10500 fe:00:10037909 121 121
5: POSIX  ADVISORY  READ 10494 fe:00:10037903 1073741826 1073742335
6: POSIX  ADVISORY  WRITE 10494 fe:00:10037902 1073741824 1073742335
6: -> POSIX  ADVISORY  WRITE 10600 fe:00:10037902 1073741824 1073742335
7: FLOCK  ADVISORY  WRITE 10700 fe:00:10037902 0 EOF
`;

test(
  "holders of the codebase's lock and writers of the index are told from readers, from those who wait, " +
    "and from other files",
  () => {
    expect(writersIn(LOCKS, FILES)).toEqual({ holding: [10494], writing: [10494] });
    expect(writersIn(LOCKS, { lock: 1, log: 2 })).toEqual({ holding: [], writing: [] });
  },
);

test("a lock of a whole file covers every byte of it", () => {
  expect(writersIn("1: POSIX  ADVISORY  WRITE 7 00:2a:5 0 EOF\n", { lock: 5, log: 5 })).toEqual({
    holding: [7],
    writing: [7],
  });
});

describe("it is a clash", () => {
  test.each<[string, number[], number[], boolean]>([
    ["that nobody does anything: no", [], [], false],
    ["that one holds the lock: no", [1], [], false],
    ["that the one who holds it writes: no", [1], [1], false],
    ["that another one writes", [1], [2], true],
    ["that somebody writes and nobody holds it", [], [2], true],
    ["that two hold it", [1, 2], [], true],
  ])("%s", (_, holding, writing, isClash) => {
    expect(clashIn({ holding, writing }) !== null).toBe(isClash);
  });
});

test("a lock that stands twice in a list which changes while it is read is one", () => {
  expect(writersIn(LOCKS + LOCKS, FILES)).toEqual({ holding: [10494], writing: [10494] });
});
