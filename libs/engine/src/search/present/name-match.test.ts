import { expect, it } from "vitest";
import { parseQuestion } from "../parse/question.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { NameMatcher } from "./name-match.ts";

function matcher(question: string, frequencies: Readonly<Record<string, number>> = {}): NameMatcher {
  const candidates = {
    files: { count: 1, firstRows: Uint32Array.of(0, 1_000) },
    frequencies: new Map(Object.entries(frequencies)),
  };
  return new NameMatcher(parseQuestion(question), candidates as unknown as Candidates);
}

it("is 1 for a name of all words of the question and nothing else", () => {
  const names = matcher("hash the password");
  expect(names.match("hashPassword")).toBe(1);
  expect(names.match("password_hash")).toBe(1);
  expect(names.match("getPasswordHash")).toBe(1);
  expect(names.match("hashing_passwords")).toBe(1);
});

it("falls with further words, of the name and of the question", () => {
  const long = matcher("hash the password of a new account");
  expect(matcher("hash the password").match("verifyPasswordHash")).toBeCloseTo(Math.sqrt(2 / 3));
  expect(long.match("hashPassword")).toBeLessThan(1);
  expect(long.match("hashPassword")).toBeGreaterThan(long.match("verifyPasswordHash"));
});

it("counts rare words more", () => {
  const names = matcher("token for the password reset", { token: 500, password: 2, reset: 2 });
  expect(names.match("passwordReset")).toBeGreaterThan(names.match("passwordToken"));
});

it.each(["hash", "authenticate", "getHash", ""])(
  "is 0 for %j, which has at most one word of the question",
  (name) => expect(matcher("hash the password").match(name)).toBe(0),
);
