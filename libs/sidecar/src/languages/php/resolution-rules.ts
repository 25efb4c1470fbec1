/** Resolution rules of PHP: files say which namespace they belong to. */
import { packageRules } from "../../call-graph/rules/packages.ts";
import { NOTHING } from "../../call-graph/values.ts";

/** Interfaces whose methods a class implements itself. */
const PHP_INTERFACES: ReadonlySet<string> = new Set([
  "ArrayAccess",
  "BackedEnum",
  "Countable",
  "Iterator",
  "IteratorAggregate",
  "JsonSerializable",
  "Serializable",
  "Stringable",
  "Traversable",
  "UnitEnum",
]);

export const php = packageRules(
  {
    separator: "\\",
    languages: ["php"],
    // Functions that are not in the namespace are looked up in the global one.
    elsewhere: (_resolution, { own, name, inPackage }) => (own === "" ? NOTHING : inPackage("", name)),
  },
  {
    hasOwners: false,
    callMethod: "__invoke",
    indexMember: "offsetGet",
    separatesMethods: true,
    classNames: "nothing",
    isDynamicallyTyped: true,
    overridesStatics: true,
    mixesIn: true,
    implementsOutside: true,
    emptyBases: PHP_INTERFACES,
  },
);
