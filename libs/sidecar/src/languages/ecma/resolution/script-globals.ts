/**
 * Globals of scripts without imports and exports, which a page loads one after another: their top-level
 * declarations are visible in all other scripts, and so are members assigned to the global object
 * (`window.shop = …`).
 */
import { type ExprId, type ExprOp, NONE } from "../../../call-facts/facts.ts";
import { argumentsOf } from "../../../call-graph/expressions/variables.ts";
import type { FileIndex } from "../../../call-graph/file-index.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { boundInFile } from "../../../call-graph/rules/file-names.ts";
import { NOTHING, type Site, union, type Value, type Values } from "../../../call-graph/values.ts";

/** Files that are read for a name; the first ones by path are enough. */
const MAX_FILES = 40;
const LANGUAGES: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx"]);
/** Extensions that always mark a module. */
const MODULE = /\.[cm][jt]s$/;
/** Ops whose first operand is evaluated first. */
const BEHIND: ReadonlySet<ExprOp> = new Set<ExprOp>(["member", "call", "new"]);
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["window", "globalThis", "self", "global"]);

/** Globals of the language and its runtimes. A polyfill in the codebase is not what other files refer to. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    "AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array " +
    "BigUint64Array Blob Boolean Buffer CustomEvent DOMParser DataView Date Document Element Error " +
    "EvalError Event EventTarget " +
    "File FileReader Float32Array Float64Array FormData Function HTMLElement Headers Image Infinity " +
    "Int16Array Int32Array Int8Array Intl IntersectionObserver Iterator JSON Map Math MessageChannel " +
    "MutationObserver NaN Node " +
    "Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request " +
    "ResizeObserver Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder " +
    "TypeError URIError URL " +
    "URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet " +
    "WebSocket Window Worker XMLHttpRequest __dirname __filename alert atob btoa cancelAnimationFrame " +
    "clearImmediate clearInterval " +
    "clearTimeout confirm console crypto decodeURI decodeURIComponent document encodeURI " +
    "encodeURIComponent escape eval exports fetch getComputedStyle history isFinite isNaN localStorage " +
    "location matchMedia module navigator " +
    "parseFloat parseInt performance process prompt queueMicrotask requestAnimationFrame require " +
    "screen sessionStorage setImmediate setInterval setTimeout structuredClone undefined unescape"
  ).split(" "),
);

/** Global values of a name that no scope of a file binds. */
export function globalValues(resolution: Resolution, name: string): Values {
  if (KNOWN.has(name) || GLOBAL_OBJECTS.has(name)) return NOTHING;
  return union(...globalsByFile(resolution, name));
}

/**
 * Whether several files define the global at the start of a callee: different pages may load different ones.
 */
export function isOneOfGlobals(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  if (!index) return false;
  let at = callee.expr;
  while (BEHIND.has(index.op(at)) && !isMemberOfGlobal(resolution, { ...callee, expr: at }))
    at = index.operand(at, 1);
  const name =
    index.op(at) === "name" ? index.string(at, 1) : index.op(at) === "member" ? index.string(at, 2) : "";
  if (name === "" || KNOWN.has(name) || GLOBAL_OBJECTS.has(name)) return false;
  return (
    (index.op(at) === "member" || index.binder(callee.scope, name) === NONE) &&
    globalsByFile(resolution, name).length > 1
  );
}

/** Values for each file that defines or assigns the global. */
function globalsByFile(resolution: Resolution, name: string): readonly Values[] {
  return resolution.once(["global", name], () => {
    const { project } = resolution;
    const [defining, storing] = [
      new Set(project.filesDefining(name)),
      new Set(project.filesUsing("write", name)),
    ];
    const files = [...new Set([...defining, ...storing])]
      .filter((file) => LANGUAGES.has(project.language(file)))
      .sort((left, right) => left - right);
    if (files.length > MAX_FILES) resolution.limit("too_many_files");
    const bound = (file: FileId): Values =>
      defining.has(file) && isScript(resolution, file)
        ? (boundInFile(resolution, file, name) ?? NOTHING)
        : NOTHING;
    return files
      .slice(0, MAX_FILES)
      .map((file) => union(bound(file), storing.has(file) ? putIntoGlobal(resolution, file, name) : NOTHING))
      .filter(({ length }) => length > 0);
  });
}

function putIntoGlobal(resolution: Resolution, file: FileId, name: string): Values {
  const stores = resolution.index(file)?.storesOf(name) ?? [];
  const put = stores.filter(({ target, scope }) =>
    isMemberOfGlobal(resolution, { file, scope, expr: target }),
  );
  return union(...put.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
}

/** Whether an expression is a member of the global object: `window.shop`. */
export function isMemberOfGlobal(resolution: Resolution, { file, scope, expr }: Site): boolean {
  const index = resolution.index(file);
  return index?.op(expr) === "member" && isGlobalObject(index, { file, scope, expr: index.operand(expr, 1) });
}

/** Whether an expression is the global object: `window`, unless that is a variable. */
function isGlobalObject(index: FileIndex, { scope, expr }: Site): boolean {
  return (
    index.op(expr) === "name" &&
    GLOBAL_OBJECTS.has(index.string(expr, 1)) &&
    index.binder(scope, index.string(expr, 1)) === NONE
  );
}

function isScript(resolution: Resolution, file: FileId): boolean {
  return resolution.once(["script", file], () => {
    const index = resolution.index(file);
    if (!index || MODULE.test(resolution.project.paths[file] as string)) return false;
    const { exports, exportsAllOf, scopes } = index.flow;
    if (exports.length + exportsAllOf.length > 0 || index.expressions("import").length > 0) return false;
    return !scopes.some(({ stores }) => stores.some(({ target }) => isExported(index, target)));
  });
}

/** Whether a target is an export of CommonJS: `exports.name`, `module.exports`. */
function isExported(index: FileIndex, target: ExprId): boolean {
  if (index.op(target) !== "member") return false;
  const object = index.operand(target, 1);
  if (index.op(object) === "member") return isExported(index, object);
  const name = index.op(object) === "name" ? index.string(object, 1) : "";
  return name === "exports" || (name === "module" && index.string(target, 2) === "exports");
}

// Vue components defined by one options object: their methods are names in the template, and members of
// `this`.

/** Keys of a component's options that contain members of `this`. */
const PARTS = ["methods", "computed"];

/** Values with the members of the component that a file exports; nothing for other files. */
export function componentParts(resolution: Resolution, file: FileId): Values {
  if (resolution.project.language(file) !== "vue") return NOTHING;
  return resolution.once(["component", file], () => {
    const index = resolution.index(file);
    const components = index ? componentsIn(resolution, file, index) : NOTHING;
    const given = resolution
      .membersNamed(components, "setup")
      .flatMap((setup) => (setup.kind === "function" ? resolution.functionResults(setup) : NOTHING));
    return union(...PARTS.map((part) => resolution.membersNamed(components, part)), given).filter(isLiteral);
  });
}

/** The options in `export default { … }` and `export default defineComponent({ … })`. */
function componentsIn(resolution: Resolution, file: FileId, index: FileIndex): Values {
  const values = index.flow.exports
    .filter(({ name }) => name === "default")
    .map(({ value }) => (index.op(value) === "variable" ? index.operand(value, 2) : value));
  const exported = values.flatMap((value) => [value, ...argumentsOf(index, value)]);
  return exported.flatMap((expr) =>
    index.op(expr) === "record" ? resolution.evaluate({ file, scope: 0, expr }) : NOTHING,
  );
}

function isLiteral({ kind }: Value): boolean {
  return kind === "literal";
}
