/** Text hooks by language; other languages have none. */
import type { TextHooks } from "../call-graph/uses/text-hooks.ts";
import { functionAround } from "./go/uses/functions.ts";
import { goName } from "./go/uses/names.ts";
import { resolveInPackage } from "./go/uses/packages.ts";
import { subjectOfCase } from "./java/lexical/positions.ts";
import { isLocalThere, outsideFunctions, scopeOutsideHead } from "./java/uses/names.ts";
import { isRooted, ofOwnBlock, valuesOfRoot } from "./rust/uses/names.ts";

const HOOKS: ReadonlyMap<string, TextHooks> = new Map<string, TextHooks>([
  [
    "go",
    {
      lookupOf: (resolution, scope, written) =>
        goName(resolution, scope, written) === "outside" ? { file: scope.file, scope: 0 } : "locals",
      scopeAround: functionAround,
      packageUse: resolveInPackage,
    },
  ],
  [
    "java",
    {
      caseSubject: ({ code, name, start }) => subjectOfCase(code, name, start),
      lookupOf: (resolution, scope, written) =>
        isLocalThere(resolution, scope, written) ? "locals" : outsideFunctions(resolution, scope),
      scopeAround: scopeOutsideHead,
    },
  ],
  [
    "rust",
    {
      rootValues: (resolution, scope, names) =>
        isRooted(names) ? valuesOfRoot(resolution, scope, names) : null,
      blockUse: ofOwnBlock,
    },
  ],
]);
const NONE: TextHooks = {};

export function textHooksOf(language: string): TextHooks {
  return HOOKS.get(language) ?? NONE;
}
