/**
 * Resolves uses of names without a qualifier in Go. Packages are folders; blocks and literals are read from
 * the text, because facts do not contain them.
 */
import { compositeAround } from "../lexical/composite.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { ScopeRef } from "../../../call-graph/values.ts";
import { boundName, isBoundAs } from "../../../call-graph/uses/bound-name.ts";
import { type UseResolution, OPEN, OTHER, it } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import { meaningOfKey } from "./literal-keys.ts";
import { goName } from "./names.ts";
import { resolveInOwnPackage, resolveInDotImports } from "./packages.ts";

/** Null for a type declared in a function, which is resolved by scopes. */
export function resolveGoName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  return ofKey(resolution, place, written, thing) ?? ofName(resolution, place, written, thing);
}

/** Resolves a key of a literal. Null if it is a value like any other. */
function ofKey(
  resolution: Resolution,
  place: ScopeRef,
  { code, start, isKey }: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  const composite = isKey ? compositeAround(code, start) : null;
  const said = composite ? meaningOfKey(resolution, place, composite, thing) : "value";
  return said === "value" ? null : said === "it" ? it("type") : said === "open" ? OPEN : OTHER;
}

/** A plain name refers neither to a member nor to a local declaration of another function. */
function ofName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  const meant = goName(resolution, place, written);
  if (thing.isMember || meant === "declared") return OTHER;
  if (thing.scope !== 0) return meant === "type" ? null : OTHER;
  if (meant !== "outside") return OTHER;
  const bound = boundName(resolution, { file: place.file, scope: 0 }, written.name);
  if (bound !== null) return isBoundAs(bound, thing) ? it("scope") : OTHER;
  const own = resolveInOwnPackage(resolution, place.file, thing);
  const said = own ?? resolveInDotImports(resolution, place.file, thing);
  return said === null || said === "other" ? OTHER : it(own === null ? "import" : "package", said);
}
