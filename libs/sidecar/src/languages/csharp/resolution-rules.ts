/**
 * Resolution rules of C#: a file may have several namespaces, and names of those around its own count too.
 */
import { packageRules } from "../../call-graph/rules/packages.ts";
import { namespaceAround, seenEverywhere, typesIn } from "./namespaces.ts";

export const csharp = packageRules(
  {
    separator: ".",
    languages: ["csharp"],
    searchesOuter: true,
    namesPackages: true,
    named: typesIn,
    packageAround: namespaceAround,
    elsewhere(resolution, { file, name, inPackage }) {
      const seen = seenEverywhere(resolution, file, name);
      return seen.length > 0 ? seen : inPackage("", name);
    },
  },
  { indexMember: "[]", hasOverloads: true, extendsLibrary: true, matchesAdded: true },
);
