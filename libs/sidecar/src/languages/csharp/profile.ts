/** What names of C# say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";

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
  implicitMethods: CSHARP_IMPLICIT,
  callsMakeStructs: true,
};
