/**
 * Default rules: names are looked up in the file, then among names that only one file defines. Languages
 * whose modules are not followed use them as they are; the others override some.
 */
import { LIBRARY_METHODS } from "../members/library-methods.ts";
import type {
  DispatchRules,
  LibraryRules,
  ModuleRules,
  NameRules,
  OverloadRules,
  ResolutionRules,
} from "../resolution.ts";
import { isLibrarySubtype, libraryType, typeName } from "../types/library-results.ts";
import { NOTHING } from "../values.ts";

const NAME_DEFAULTS: NameRules = {
  classNames: "member",
  hasOwners: true,
  hasReceivers: false,
  hasCompanions: false,
  readsMethods: false,
  isUnboundExternal: false,
  alternatives: "all",
  unbound: () => NOTHING,
  memberOfGlobal: () => NOTHING,
  withLiteral: () => NOTHING,
  isOneOfSeveral: () => false,
};

const MODULE_DEFAULTS: ModuleRules = {
  followsModules: false,
  exportsDefault: false,
  opensNamespaces: false,
  declaresOnce: false,
  joinsInFile: false,
  resolveModule: (resolution, _from, module) => [resolution.values.external(module)],
  exported: () => NOTHING,
};

const DISPATCH_DEFAULTS: DispatchRules = {
  separatesMethods: false,
  declaresFields: false,
  placesMethods: false,
  callMethod: null,
  namesConstructors: false,
  makesInSteps: false,
  separatesStaticMembers: false,
  overridesStatics: false,
  mixesIn: false,
  implementsOutside: false,
  baseRelation: "extends",
  emptyBases: new Set(),
  methodResolutionOrder: "depth",
  fitsByShape: "none",
  extendsLibrary: false,
  attaches: false,
  addsLast: false,
  matchesAdded: false,
  leadsOn: null,
  runsFunction: () => false,
  isOfTypeOutside: (object, type) => isLibrarySubtype(libraryType(object.name), typeName(type)),
  methodsInSight: (_resolution, methods) => methods,
  methodsForAll: () => NOTHING,
  genericAround: () => null,
  derefMembers: () => NOTHING,
  derefObjects: () => NOTHING,
};

const OVERLOAD_DEFAULTS: OverloadRules = {
  hasOverloads: false,
  hasClauses: false,
  spreadsToRest: false,
  readsArguments: true,
  labelsArguments: false,
  selectAmong: (_resolution, _call, values) => values,
};

const LIBRARY_DEFAULTS: LibraryRules = {
  library: LIBRARY_METHODS,
  // Methods that return a future of the same value are part of its name (`Task.ConfigureAwait`). C# methods
  // that return a task have names that end in `Async`.
  futures:
    /(?:(?:Future|FutureOr|Promise|PromiseLike|Task|Deferred|Awaitable|Coroutine|IAsyncOperation)(?:\.\w+)*|Async)$/,
  indexMember: "__getitem__",
  indexesPointers: false,
  typesLiterals: false,
  bindsFields: false,
  isDynamicallyTyped: false,
  heldAs: () => [],
  elementsOf: () => NOTHING,
  awaited: () => NOTHING,
};

/** The default rules. */
export const byName: ResolutionRules = {
  ...NAME_DEFAULTS,
  ...MODULE_DEFAULTS,
  ...DISPATCH_DEFAULTS,
  ...OVERLOAD_DEFAULTS,
  ...LIBRARY_DEFAULTS,
};
