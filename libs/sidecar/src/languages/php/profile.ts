/** What PHP's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { PHP_CALLS } from "./language-calls.ts";

/** Methods of loops, subscripts, casts and objects that are closed at the end of a block. */
export const PHP_IMPLICIT: ReadonlySet<string> = new Set([
  "__toString",
  "count",
  "getIterator",
  "offsetGet",
  "offsetSet",
]);

export const phpProfile: Partial<LanguageProfile> = {
  checksArguments: "few",
  languageCalls: PHP_CALLS,
  implicitMethods: PHP_IMPLICIT,
  baseWords: new Set(["super", "parent"]),
};
