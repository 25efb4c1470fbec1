/** What Dart's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { DART_CALLS } from "./language-calls.ts";

export const dartProfile: Partial<LanguageProfile> = {
  languageCalls: DART_CALLS,
  commonNames: new Set([
    "addAll",
    "containsKey",
    "expand",
    "firstWhere",
    "fold",
    "listen",
    "putIfAbsent",
    "removeWhere",
    "skip",
    "take",
    "toSet",
    "where",
    "whenComplete",
  ]),
};
