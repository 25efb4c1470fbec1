/** What Dart's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";

export const dartProfile: Partial<LanguageProfile> = {
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
