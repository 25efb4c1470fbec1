/** What names of C# say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { CSHARP_CALLS } from "./language-calls.ts";
import { CSHARP_REGISTERING } from "./registering-calls.ts";

/** Methods of loops, subscripts, casts and objects that are closed at the end of a block. */
export const CSHARP_IMPLICIT: ReadonlySet<string> = new Set([
  "Dispose",
  "DisposeAsync",
  "GetAsyncEnumerator",
  "GetEnumerator",
  "MoveNext",
  "MoveNextAsync",
]);

export const csharpProfile: Partial<LanguageProfile> = {
  checksArguments: "all",
  languageCalls: CSHARP_CALLS,
  registeringCalls: CSHARP_REGISTERING,
  implicitMethods: CSHARP_IMPLICIT,
  callsMakeStructs: true,
};
