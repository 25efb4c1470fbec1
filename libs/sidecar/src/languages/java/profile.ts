/** What Java's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { JAVA_CALLS } from "./language-calls.ts";
import { JAVA_REGISTERING } from "./registering-calls.ts";

/** Methods of loops, subscripts, casts and objects that are closed at the end of a block. */
export const JAVA_IMPLICIT: ReadonlySet<string> = new Set(["close", "hasNext", "iterator", "next"]);

export const javaProfile: Partial<LanguageProfile> = {
  checksArguments: "all",
  languageCalls: JAVA_CALLS,
  registeringCalls: JAVA_REGISTERING,
  implicitMethods: JAVA_IMPLICIT,
  calledAreMethods: true,
  unnamedTypes: ["class", "interface"],
};
