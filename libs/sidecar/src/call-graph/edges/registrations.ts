/**
 * Functions and classes that are given to code outside the codebase, which calls them: `Depends(session)`,
 * `path("", index)`, `Thread(target=run)`, `@app.get("/")`. No call names them.
 */
import type { RegistrationVia } from "@satori/contracts";
import { importedName } from "../../call-facts/call-name.ts";
import { type CallSite, type ExprId, NONE } from "../../call-facts/facts.ts";
import type { RegisteringCall } from "../../language-profile.ts";
import { profileOf } from "../../languages/profiles.ts";
import { scopesCalled } from "../expressions/called.ts";
import { namedAfter } from "../expressions/variables.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { methodsNamed } from "../types/subtypes.ts";
import { type ScopeRef, type Site, type Value, distinctScopes, isSameScope } from "../values.ts";
import { MAX_MENTIONING_FILES } from "./aliases.ts";
import { type CallTarget, definitionAround, resolveSite } from "./call-sites.ts";

/** A call that registers functions or classes, and what it registers. */
export interface Registration {
  readonly file: FileId;
  readonly site: CallSite;
  /** The definition that registers: if a parameter has the call as its default, the function with it. */
  readonly from: ScopeRef;
  /** All `possible`; in the order of the arguments, without duplicates. */
  readonly targets: readonly CallTarget[];
}

/** The registrations of a file, by start. */
export function registrationsIn(resolution: Resolution, file: FileId): readonly Registration[] {
  return resolution.once(["registrations", file], () => {
    const index = resolution.index(file);
    const { registeringCalls } = profileOf(resolution.project.language(file));
    if (!index || registeringCalls.size === 0) return [];
    return index.flow.sites.flatMap((site): Registration[] => {
      const call = registeringCalls.get(registeringName(index, site));
      const targets = call ? targetsAt(resolution, { file, index, site }, call) : [];
      if (targets.length === 0) return [];
      return [{ file, site, from: registering(resolution, { file, index, site }), targets }];
    });
  });
}

/**
 * Registrations of a function or class, by file, then start. Searches the first `MAX_MENTIONING_FILES` files
 * that use its name, or the name of the class whose handler it is.
 */
export function registrationsOf(resolution: Resolution, target: ScopeRef): readonly Registration[] {
  const { project } = resolution;
  const scopes = resolution.index(target.file)?.flow.scopes;
  const own = scopes?.[target.scope];
  if (!own || own.name === "") return [];
  const { handlerMethods, registeringCalls } = profileOf(project.language(target.file));
  if (registeringCalls.size === 0) return [];
  const isHandler =
    scopes[own.parent]?.kind === "class" &&
    (handlerMethods.has(own.name) || resolution.rules(target.file).callMethod === own.name);
  const names = isHandler ? [own.name, scopes[own.parent]?.name ?? ""] : [own.name];
  const files = new Set([
    target.file,
    ...names.flatMap((name) => project.filesUsing("mention", name)),
    // `views.Page.as_view()` mentions no class.
    ...(isHandler || own.kind === "class" ? project.filesUsing("call", VIEW_OF_CLASS) : []),
  ]);
  return [...files]
    .sort((left, right) => left - right)
    .slice(0, MAX_MENTIONING_FILES)
    .flatMap((file) => registrationsIn(resolution, file))
    .filter(({ targets }) => targets.some((other) => isSameScope(other, target)));
}

/** The method that makes a handler of a class (Django, Flask). */
const VIEW_OF_CLASS = "as_view";

interface SiteIn {
  readonly file: FileId;
  readonly index: FileIndex;
  readonly site: CallSite;
}

/**
 * The name of the called function, as its module exports it; for a decorator with arguments, that of the
 * decorator.
 */
function registeringName(index: FileIndex, site: CallSite): string {
  const callee = index.operand(site.expr, 1);
  const called = site.name === "" && index.op(callee) === "call" ? index.siteOf(callee) : site;
  if (!called || index.op(index.operand(called.expr, 1)) !== "name") return called?.name ?? "";
  const bound = index.bindings(index.binder(called.scope, called.name), called.name);
  const imported = bound.find(({ value }) => index.op(value) === "import")?.value;
  const name =
    imported === undefined ? "" : importedName(index.string(imported, 1), index.string(imported, 2));
  return name === "" || name === "default" ? called.name : name;
}

function targetsAt(
  resolution: Resolution,
  { file, index, site }: SiteIn,
  call: RegisteringCall,
): readonly CallTarget[] {
  const callee = index.operand(site.expr, 1);
  const isDecorator = site.name === "" && index.op(callee) === "call";
  const [first, ...others] = index.entries(isDecorator ? callee : site.expr, 2);
  const isText =
    first !== undefined && (index.op(first.value) === "text" || index.op(first.value) === "builtin");
  const via = isText ? call.viaText : call.via;
  // A name that means several things means none of them without an object.
  const called = isDecorator ? index.operand(callee, 1) : callee;
  if (via === null || (call.via !== call.viaText && index.op(called) !== "member")) return [];
  const given = isDecorator ? index.entries(site.expr, 2) : first ? [first, ...others] : [];
  const place = { file, scope: site.scope };
  const refs = given.flatMap(({ value }) => registeredBy(resolution, { ...place, expr: value }, via));
  if (refs.length === 0 || !isOutside(resolution, { file, index, site })) return [];
  return distinctScopes(refs.map((ref) => namedAfter(resolution, ref)))
    .filter((ref) => (resolution.index(ref.file)?.flow.scopes[ref.scope]?.symbol ?? NONE) !== NONE)
    .map((ref): CallTarget => ({ ...ref, via, confidence: "possible" }));
}

/** Whether a call leads out of the codebase: it is known to, or nothing of the codebase has its name. */
function isOutside(resolution: Resolution, { file, index, site }: SiteIn): boolean {
  const name = registeringName(index, site);
  const callee = index.operand(site.expr, 1);
  const called = site.name === "" && index.op(callee) === "call" ? index.siteOf(callee) : site;
  if (!called) return false;
  const { targets, isExternal } = resolveSite(resolution, file, called);
  if (targets.length > 0) return false;
  const language = resolution.project.language(file);
  if (isExternal) return true;
  return !resolution.project
    .filesDefining(name)
    .some((other) => resolution.project.language(other) === language);
}

/** Levels of literals and calls around a function that is given: `login_required(Page.as_view())`. */
const MAX_LEVELS = 3;
/** Values in the literals and calls of one argument. */
const MAX_INNER = 100;

/** What code outside can call of an argument: functions, classes with their handlers, callable objects. */
function registeredBy(resolution: Resolution, argument: Site, via: RegistrationVia): readonly ScopeRef[] {
  const index = resolution.index(argument.file);
  if (!index) return [];
  const { registeringCalls } = profileOf(resolution.project.language(argument.file));
  const found: ScopeRef[] = [];
  let level: readonly ExprId[] = [argument.expr];
  for (let at = 0; at < MAX_LEVELS && level.length > 0; at++) {
    const inner: ExprId[] = [];
    for (const expr of level) {
      const refs = valuesGiven(resolution, index, { ...argument, expr }, via);
      for (const ref of refs) found.push(ref);
      if (refs.length === 0 && inner.length < MAX_INNER)
        inner.push(...partsOf(index, expr, registeringCalls));
    }
    level = inner;
  }
  return found;
}

/** Values in a literal, and arguments of a call that is no registration of its own. */
function partsOf(
  index: FileIndex,
  expr: ExprId,
  registeringCalls: ReadonlyMap<string, RegisteringCall>,
): readonly ExprId[] {
  switch (index.op(expr)) {
    case "record":
      return index.entries(expr, 1).map(({ value }) => value);
    case "list":
      return index.items(expr, 1);
    case "call": {
      const site = index.siteOf(expr);
      return site && registeringCalls.has(registeringName(index, site))
        ? []
        : index.entries(expr, 2).map(({ value }) => value);
    }
    default:
      return [];
  }
}

function valuesGiven(
  resolution: Resolution,
  index: FileIndex,
  argument: Site,
  via: RegistrationVia,
): readonly ScopeRef[] {
  const op = index.op(argument.expr);
  if (op === "text" || op === "builtin" || op === "unknown" || op === "record" || op === "list") return [];
  const view = op === "call" ? viewIn(index, argument) : null;
  if (view) return classesWithHandlers(resolution, resolution.evaluate(view));
  return resolution.evaluate(argument).flatMap((value): readonly ScopeRef[] => {
    switch (value.kind) {
      case "function":
        return scopesCalled(resolution, value, argument).scopes;
      // The result of a call is no object that is called, as a rule: `submit(work, Options())`.
      case "instance":
        return op === "call" ? [] : scopesCalled(resolution, value, argument).scopes;
      case "class":
        return via === "route"
          ? classesWithHandlers(resolution, [value])
          : [{ file: value.file, scope: value.scope }];
      case "variable":
        return [{ file: value.file, scope: value.scope }];
      default:
        return [];
    }
  });
}

/** The class in `Page.as_view()`; null for any other call. */
function viewIn(index: FileIndex, { file, scope, expr }: Site): Site | null {
  const callee = index.operand(expr, 1);
  return index.op(callee) === "member" && index.string(callee, 2) === VIEW_OF_CLASS
    ? { file, scope, expr: index.operand(callee, 1) }
    : null;
}

function classesWithHandlers(resolution: Resolution, values: readonly Value[]): readonly ScopeRef[] {
  return values.flatMap((value): readonly ScopeRef[] => {
    if (value.kind !== "class") return [];
    const { handlerMethods } = profileOf(resolution.project.language(value.file));
    const handlers = [...handlerMethods].flatMap((name) => methodsNamed(resolution, value, name));
    return [{ file: value.file, scope: value.scope }, ...handlers];
  });
}

/** The function whose parameter has a call as its default value; otherwise the definition around the call. */
function registering(resolution: Resolution, { file, index, site }: SiteIn): ScopeRef {
  const byDefault = resolution.once(["functions by default value", file], () => {
    const found = new Map<ExprId, number>();
    for (const [scope, { params }] of index.flow.scopes.entries())
      for (const param of params) if (param.default !== NONE) found.set(param.default, scope);
    return found;
  });
  const scope = byDefault.get(site.expr) ?? site.scope;
  return definitionAround(resolution, { file, scope });
}
