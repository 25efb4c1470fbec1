/** Methods that PowerShell calls without a call that names them. */
import { type LanguageCallRule } from "../../language-profile.ts";

export const POWERSHELL_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^op_(?!Implicit|Explicit)\w+$/i },
  { kind: "operator", name: /^(?:CompareTo|Equals|GetHashCode)$/i, type: /^class\b/i },
  { kind: "conversion", name: /^(?:ToString|op_Implicit|op_Explicit)$/i, type: /^class\b/i },
  { kind: "iteration", name: /^(?:GetEnumerator|MoveNext)$/i, type: /^class\b/i },
  { kind: "lifetime", name: /^Dispose$/i, type: /^class\b/i },
];
