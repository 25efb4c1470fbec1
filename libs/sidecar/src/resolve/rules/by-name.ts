/** Languages whose modules are not followed: names of the file count, and beyond it those that only one file defines. */
import { LIBRARY_METHODS } from "../members/library-methods.ts";
import type { ResolutionRules } from "./resolution-rules.ts";
import { NOTHING } from "../values.ts";

export const byName: ResolutionRules = {
  tier: 3, classNames: "member", hasOwners: true, separatesMethods: false, isUnboundExternal: false, callMethod: null, hasOverloads: false, namesConstructors: false, declaresOnce: false, attaches: false, mergesBases: false,
  functionMethod: null, hasReceivers: false, extendsLibrary: false,
  followsModules: false, opensNamespaces: false, placesMethods: false, fitsByShape: "none", typesLiterals: false, alternatives: "all", library: LIBRARY_METHODS,
  resolveModule: (resolution, _from, module) => [resolution.values.external(module)],
  exported: () => NOTHING,
  unbound: () => NOTHING,
};
