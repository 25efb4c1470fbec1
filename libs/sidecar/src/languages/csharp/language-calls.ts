/** Methods that C# calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const CSHARP_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", signature: /(?<!\b(?:implicit|explicit)\s+(?:\w+\s+)?)\boperator\b/ },
  { kind: "conversion", signature: /\b(?:implicit|explicit)\s+operator\b/ },
  languageCall("operator", "CompareTo Equals GetHashCode"),
  languageCall("conversion", "ToString"),
  languageCall("destructuring", "Deconstruct"),
  languageCall("subscript", "this Slice"),
  languageCall("iteration", "Current GetAsyncEnumerator GetEnumerator MoveNext MoveNextAsync"),
  languageCall("lifetime", "Dispose DisposeAsync Finalize"),
  { kind: "lifetime", name: /^~/ },
  { kind: "lifetime", signature: /^(?:\[[^\]]*\]\s*)*static \w+\(\)/, kinds: new Set(["constructor"]) },
  languageCall("literal", "Add AppendFormatted AppendLiteral"),
  languageCall("hook", "GetAwaiter GetPinnableReference GetResult IsCompleted OnCompleted UnsafeOnCompleted"),
  languageCall("start", "Main", { signature: /\bstatic\b/ }),
  { kind: "start", signature: /^\[ModuleInitializer\]/ },
];
