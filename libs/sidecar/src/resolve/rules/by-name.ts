/**
 * Languages whose modules are not followed: names of the file count, and beyond it those that only one file
 * defines. The others say in what they differ.
 */
import { LIBRARY_METHODS } from "../members/library-methods.ts";
import type { ResolutionRules } from "./resolution-rules.ts";
import { isLibrarySubtype, libraryType, typeName } from "../types/library-results.ts";
import { NOTHING } from "../values.ts";

export const byName: ResolutionRules = {
  classNames: "member",
  hasOwners: true,
  separatesMethods: false,
  callMethod: null,
  hasOverloads: false,
  hasClauses: false,
  readsArguments: true,
  spreadsToRest: false,
  declaresFields: false,
  labelsArguments: false,
  namesConstructors: false,
  declaresOnce: false,
  joinsInFile: false,
  linearizes: "depth",
  makesInSteps: false,
  overridesStatics: false,
  partsSides: false,
  mixesIn: false,
  implementsOutside: false,
  hasReceivers: false,
  attaches: false,
  extendsLibrary: false,
  addsLast: false,
  leadsOn: null,
  matchesAdded: false,
  hasCompanions: false,
  readsMethods: false,
  isUnboundExternal: false,
  followsModules: false,
  exportsDefault: false,
  opensNamespaces: false,
  placesMethods: false,
  holdsAnything: false,
  bindsFields: false,
  emptyBases: new Set(),
  fitsByShape: "none",
  typesLiterals: false,
  indexMember: "__getitem__",
  indexesPointers: false,
  alternatives: "all",
  library: LIBRARY_METHODS,
  runsFunction: () => false,
  isOfTypeOutside: (object, type) => isLibrarySubtype(libraryType(object.name), typeName(type)),
  methodsInSight: (_resolution, methods) => methods,
  methodsForAll: () => NOTHING,
  genericAround: () => null,
  held: () => [],
  membersBehind: () => NOTHING,
  objectsBehind: () => NOTHING,
  elementsOf: () => NOTHING,
  awaited: () => NOTHING,
  // Methods that give one of the same are a part of the name: `Task.ConfigureAwait`. What C# calls so gives a
  // task.
  futures:
    /(?:(?:Future|FutureOr|Promise|PromiseLike|Task|Deferred|Awaitable|Coroutine|IAsyncOperation)(?:\.\w+)*|Async)$/,
  meantAmong: (_resolution, _call, values) => values,
  memberOfGlobal: () => NOTHING,
  isOneOfSeveral: () => false,
  withLiteral: () => NOTHING,
  resolveModule: (resolution, _from, module) => [resolution.values.external(module)],
  exported: () => NOTHING,
  unbound: () => NOTHING,
};
