/** Whether a place where a name is written uses a certain definition of that name: a type, a variable, a field. */
import { NONE } from "../../flow/facts.ts";
import { openBefore } from "../../lexis/brackets.ts";
import type { Holder, WrittenName } from "../../lexis/written-names.ts";
import type { Via } from "../edges/via.ts";
import { lookUp } from "../expressions/names.ts";
import { classesOf } from "../expressions/this.ts";
import { isDeclared } from "../members/own-member.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf, typesAbove } from "../types/lineage.ts";
import { type ClassValue, NOTHING, type ScopeRef, type Value, type Values } from "../values.ts";
import { meantInC, meantInNamespace } from "./c/meant-in-c.ts";
import { CALLED_ARE_METHODS, declaring, hasOwn, isIt } from "./declaring.ts";
import { type Bound, boundName, fromModule, givenBy, importsOf, isBoundAs } from "./bound-name.ts";
import { meantInGo } from "./go/meant-in-go.ts";
import { meantInPackage } from "./go/packages.ts";
import { meantInJava } from "./java/meant-in-java.ts";
import { typesHolding } from "./held-by.ts";
import { type Meant, OPEN, OTHER, it } from "./meant.ts";
import { objectsOf } from "./objects.ts";
import { objectsPutTogether } from "./put-in.ts";
import { RUST_PRELUDE, ofOwnBlock } from "./rust-names.ts";
import { objectsTakenApart } from "./taken-out.ts";
import type { UsedThing } from "./used-thing.ts";

/** @param place the innermost scope around it */
export function meantBy(resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing): Meant {
  const meant = meantIfOnly(resolution, place, written, thing);
  // C's are told apart by where they stand.
  return meant.kind === "it" && thing.isOneOfSeveral && !resolution.rules(thing.file).opensNamespaces ? { ...meant, confidence: "possible" } : meant;
}

function meantIfOnly(resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing): Meant {
  const language = resolution.project.language(place.file);
  const { opensNamespaces } = resolution.rules(place.file);
  if (isMethod(resolution, place, written, thing)) return OTHER;
  const ofBlock = ofOwnBlock(resolution, place, written, thing);
  if (ofBlock) return ofBlock;
  const objects = objectsOf(resolution, place, written);
  if (objects !== "none") return oneOf(objects.map((object) => (opensNamespaces && object.kind === "namespace" ? meantInNamespace(resolution, place, object, thing) : ofObject(resolution, object, thing))));
  const said = BY_LANGUAGE.get(language)?.(resolution, place, written, thing);
  if (said) return said;
  if (written.isTypeArgument && language === "rust") return thing.isMember ? OPEN : OTHER;
  // What has a type in TypeScript is written as keys are.
  const isKey = written.isKey && !KEYS_ARE_VALUES.has(language) && (!BRACES_ARE_OBJECTS.has(language) || isBetweenBraces(written));
  const isLabel = isKey || (written.isArgument && language === "python");
  if (thing.isMember && (isLabel || (written.isShorthand && !BY_LANGUAGE.has(language)))) return BRACES_ARE_OBJECTS.has(language) ? betweenBraces(resolution, place, written, thing) : byHolder(resolution, place, written, thing);
  return isLabel ? OTHER : plainly(resolution, place, written, thing);
}

/** Whether a place names a method, of which a field is none that is called like it. */
function isMethod(resolution: Resolution, { file }: ScopeRef, { isCalled, object, code, start }: WrittenName, thing: UsedThing): boolean {
  if (CALLED_ARE_METHODS.has(resolution.project.language(file))) return thing.own === null && (isCalled || code.startsWith("::", start - 2));
  return isCalled && object?.length !== 0 && thing.isField && resolution.rules(file).separatesMethods;
}

/** Of which type a literal is, or what is taken apart, tells what stands in front of it, in some languages. */
function byHolder(resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing): Meant {
  const bracket = HOLDING.get(resolution.project.language(place.file));
  if (bracket === undefined) return OPEN;
  const types = written.holder?.bracket === bracket ? typesHolding(resolution, place, written, thing.name) : null;
  if (types === null) return written.isKey && written.holder?.bracket === bracket ? OPEN : plainly(resolution, place, written, thing);
  return types === "other" ? OTHER : byObjects(resolution, types.map((type) => resolution.values.instance(type)), thing);
}

/** The bracket behind the name of a type whose fields are named in it. */
const HOLDING: ReadonlyMap<string, Holder["bracket"]> = new Map([["python", "("], ["rust", "{"]]);

/** Languages in which what stands in front of a colon may be any expression. */
const KEYS_ARE_VALUES: ReadonlySet<string> = new Set(["go", "python"]);

/** Languages in which a member's name between braces is a key of an object, or takes something out of one. */
const BRACES_ARE_OBJECTS: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx", "vue", "svelte", "astro"]);

/** What a name that stands alone means by rules of its language; null where scopes tell. */
const BY_LANGUAGE: ReadonlyMap<string, (resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing) => Meant | null> = new Map([["go", meantInGo], ["java", meantInJava], ["c", meantInC], ["cpp", meantInC]]);

function isBetweenBraces({ code, start }: WrittenName): boolean {
  return code[openBefore(code, start)] === "{";
}

/** A member that is taken out of an object, or put into one. */
function betweenBraces(resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing): Meant {
  const taken = objectsTakenApart(resolution, place, written);
  if (taken) return oneOf(taken.map((objects) => byObjects(resolution, objects, thing)));
  const { objects, isDeclared } = objectsPutTogether(resolution, place, written);
  const meant = byObjects(resolution, objects, thing);
  return meant.kind === "it" && !isDeclared ? { ...meant, confidence: "possible" } : meant;
}

function plainly(resolution: Resolution, place: ScopeRef, { name, isRenamed }: WrittenName, thing: UsedThing): Meant {
  const { own } = thing;
  const bound = boundName(resolution, place, name);
  if (isBoundAs(bound, thing)) return it(place.file === thing.file ? "scope" : "import");
  const meanings = own === null ? NOTHING : lookUp(resolution, place, name).values;
  if (own !== null && meanings.some((value) => isIt(resolution, value, own))) return { ...it(place.file === thing.file ? "scope" : bound === null ? "package" : "import"), ...sureness(resolution, bound) };
  if (bound !== null) return OTHER;
  const ofOwn = thing.isMember ? ofOwnObject(resolution, place, thing) : null;
  if (ofOwn) return ofOwn.kind === "open" && meanings.length > 0 ? OTHER : ofOwn;
  // An import comes before what the own package calls so.
  if (meanings.length === 0 && isOfPackage(resolution, place, thing)) return it("package");
  // Where it is imported under another name, that statement alone has this one.
  if (isRenamed && importsOf(resolution, place.file, name).some((imported) => isBoundAs(fromModule(resolution, place.file, imported), thing))) return it("import");
  return meanings.length > 0 || (RUST_PRELUDE.has(name) && resolution.project.language(place.file) === "rust") ? OTHER : OPEN;
}

/** What holds a type, or is another name of one, has a definition of its own. */
function sureness(resolution: Resolution, bound: Bound): Pick<Extract<Meant, { readonly kind: "it" }>, "confidence"> {
  if (bound === null || bound === "outside") return { confidence: "resolved" };
  const index = resolution.index(bound.file);
  // One that is called alike is handed on (`use super::Shape`, `Shape = shapes.Shape`).
  const isItself = index?.bindings(bound.scope, bound.name).some(({ value }) => ["scope", "decorated", "import"].includes(index.op(value)) || (index.op(value) === "member" && index.string(value, 2) === bound.name));
  return { confidence: isItself === true ? "resolved" : "possible" };
}

/** Files of one package see each other's names. */
function isOfPackage(resolution: Resolution, { file }: ScopeRef, thing: UsedThing): boolean {
  const [here, there] = [resolution.index(file)?.flow, resolution.index(thing.file)?.flow];
  return thing.scope === 0 && here !== undefined && here.package !== "" && here.package === there?.package;
}

/** A plain name inside of a type may be one of its members, or of those above it. */
function ofOwnObject(resolution: Resolution, { file, scope }: ScopeRef, thing: UsedThing): Meant {
  const { classNames } = resolution.rules(file);
  if (classNames !== "member") return classNames === "nothing" && !isInside(resolution, { file, scope }, thing) ? OTHER : OPEN;
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    for (const type of classesOf(resolution, { file, scope: at })) {
      const said = declaring(resolution, lineageOf(resolution, type).types, thing);
      if (said) return said === "it" ? it("this") : OTHER;
    }
  }
  return OPEN;
}

function isInside(resolution: Resolution, { file, scope }: ScopeRef, thing: UsedThing): boolean {
  return file === thing.file && (thing.scope === NONE || resolution.index(file)?.scopes.isWithin(scope, thing.scope) === true);
}

function byObjects(resolution: Resolution, objects: Values, thing: UsedThing): Meant {
  return oneOf(objects.map((object) => ofObject(resolution, object, thing)));
}

function oneOf(said: readonly Meant[]): Meant {
  if (said.length === 0) return OPEN;
  const found = said.find(({ kind }) => kind === "it");
  // What may be one of several types has the member of each of them.
  if (found?.kind === "it") return { ...found, confidence: said.every((one) => one.kind === "it" && one.confidence === "resolved") ? "resolved" : "possible" };
  return said.find(({ kind }) => kind === "open") ?? OTHER;
}

function ofObject(resolution: Resolution, object: Value, thing: UsedThing): Meant {
  switch (object.kind) {
    case "instance": {
      const own = ofType(resolution, object.type, lineageOf(resolution, object.type).types, thing, "type");
      const behind = own.kind === "it" || !thing.isField ? NOTHING : resolution.rules(object.type.file).objectsBehind(resolution, object);
      return behind.length > 0 && !isDeclared(resolution, object.type, thing.name) ? byObjects(resolution, behind, thing) : own;
    }
    case "class": return ofType(resolution, object, lineageOf(resolution, object).types, thing, "class");
    case "super": return ofType(resolution, object.of, typesAbove(resolution, object), thing, "super");
    case "module": case "namespace": {
      const bound = givenBy(resolution, object, thing.name);
      if (isBoundAs(bound, thing)) return it("module");
      return hasOwn(resolution, object, thing) ? { ...it("module"), ...sureness(resolution, bound) } : OTHER;
    }
    case "package": {
      const ofPackage = object.language === "go" ? meantInPackage(resolution, object.name, thing) : null;
      return ofPackage ? (ofPackage === "other" ? OTHER : it("module", ofPackage)) : ofOtherPackage(resolution, object.name, object, thing);
    }
    case "external": return OTHER;
    // Of which types a literal, or what a function type says, may be is another question.
    default: return OPEN;
  }
}

function ofOtherPackage(resolution: Resolution, name: string, object: Value, thing: UsedThing): Meant {
  return (thing.scope === 0 && resolution.index(thing.file)?.flow.package === name) || hasOwn(resolution, object, thing) ? it("module") : OTHER;
}

function ofType(resolution: Resolution, type: ClassValue, types: readonly ClassValue[], thing: UsedThing, via: Via): Meant {
  if (hasOwn(resolution, type, thing)) return it(via);
  const said = declaring(resolution, types, thing);
  if (said) return said === "it" && (thing.isMember || thing.enumeration !== null) ? it(via) : OTHER;
  // A type without a name may be what any is seen as.
  if (thing.isMember && thing.scope === NONE) return OPEN;
  return lineageOf(resolution, type).hasUnknown === "no" ? OTHER : OPEN;
}
