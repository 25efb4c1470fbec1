/**
 * What a name of Go means that stands alone: packages are folders, and text tells about blocks and literals,
 * of which facts know little.
 */
import { compositeAround } from "../../../lexis/go/composite.ts";
import type { WrittenName } from "../../../lexis/written-names.ts";
import type { Resolution } from "../../resolution.ts";
import type { ScopeRef } from "../../values.ts";
import { boundName, isBoundAs } from "../bound-name.ts";
import { type Meant, OPEN, OTHER, it } from "../meant.ts";
import type { UsedThing } from "../used-thing.ts";
import { meaningOfKey } from "./literal-keys.ts";
import { goName } from "./names.ts";
import { meantInOwnPackage, meantInTakenOver } from "./packages.ts";

/** Null for a type that is declared in a function, of which scopes tell. */
export function meantInGo(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UsedThing,
): Meant | null {
  return ofKey(resolution, place, written, thing) ?? ofName(resolution, place, written, thing);
}

/** Null where it is a value like any other. */
function ofKey(
  resolution: Resolution,
  place: ScopeRef,
  { code, start, isKey }: WrittenName,
  thing: UsedThing,
): Meant | null {
  const composite = isKey ? compositeAround(code, start) : null;
  const said = composite ? meaningOfKey(resolution, place, composite, thing) : "value";
  return said === "value" ? null : said === "it" ? it("type") : said === "open" ? OPEN : OTHER;
}

/** Members are read of something, and what a function declares is seen by itself alone. */
function ofName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UsedThing,
): Meant | null {
  const meant = goName(resolution, place, written);
  if (thing.isMember || meant === "declared") return OTHER;
  if (thing.scope !== 0) return meant === "type" ? null : OTHER;
  if (meant !== "outside") return OTHER;
  const bound = boundName(resolution, { file: place.file, scope: 0 }, written.name);
  if (bound !== null) return isBoundAs(bound, thing) ? it("scope") : OTHER;
  const own = meantInOwnPackage(resolution, place.file, thing);
  const said = own ?? meantInTakenOver(resolution, place.file, thing);
  return said === null || said === "other" ? OTHER : it(own === null ? "import" : "package", said);
}
