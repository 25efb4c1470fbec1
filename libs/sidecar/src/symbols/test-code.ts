/** Finds tests inside source files, which are no part of the program. Pure. */
import type { SymbolFact } from "../facts.ts";

/**
 * How the declaration of a test begins: with an attribute of tests, as a module of tests, or with the keyword
 * of languages that have one.
 */
const TEST =
  /^(?:#\[[^\]]{0,80}\]\s*){0,4}(?:#\[(?:cfg\((?:all\()?test\b|(?:\w+::){0,3}test\b|rstest\b|test_case\b)|(?:pub\s+)?mod\s+tests?\b)|^(?:comptime\s+)?test\s*["{]|^unittest\b/;
const HEAD_CHARS = 400;

/** Whether a symbol is a test, or holds tests. */
export function isTestCode({ start }: Pick<SymbolFact, "start">, text: string): boolean {
  return TEST.test(text.slice(start, start + HEAD_CHARS));
}
