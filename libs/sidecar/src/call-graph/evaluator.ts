/**
 * Evaluates expressions across a codebase, lazily: the values that an expression may have, following names
 * into other files. One evaluator serves one request. Equal requests on equal facts give equal answers.
 */
import { type ExprId, NONE, NULL_TYPES } from "../call-facts/facts.ts";
import { callResults, functionResults } from "./expressions/calls.ts";
import { decorated } from "./expressions/decorated.ts";
import { calledValues } from "./expressions/called.ts";
import { attachedFunctions } from "./members/attached.ts";
import { extensionsOf } from "./members/extensions.ts";
import { fieldsFirst } from "./members/fields-and-methods.ts";
import type { FileIndex } from "./file-index.ts";
import { ofTypeIn } from "./generics/type-arguments.ts";
import { elementsOf, enteredValues, entriesOf } from "./members/containers.ts";
import { membersPointedAt, pointedAt } from "./members/pointed.ts";
import { memberOfClass, membersNamed } from "./members/members.ts";
import { Memo, type MemoKey, type MemoKeys, type NotLooked, type SearchLimit } from "./memo.ts";
import { outArgument, typesNamed } from "./expressions/out-arguments.ts";
import { resolveName } from "./expressions/names.ts";
import { OpenFiles } from "./open-files.ts";
import { variableValues } from "./expressions/variables.ts";
import type { FileId, Project } from "./project.ts";
import { typesAround } from "./types/literal-types.ts";
import { asObjects, asTypes } from "./types/type-or-object.ts";
import type { Resolution, ResolutionRules } from "./resolution.ts";
import { rulesOf } from "../languages/resolution-rules.ts";
import { aboveOf, superOf, thisOf } from "./expressions/this.ts";
import {
  type ClassValue,
  type FunctionValue,
  MAX_VALUES,
  NOTHING,
  type Site,
  type ScopeRef,
  type Value,
  ValueTable,
  type Values,
  exprKey,
  union,
  unionOf,
} from "./values.ts";

/** Shared results by the `paths` array of a codebase, which is unique to each of its states. */
const projectTables = new WeakMap<readonly string[], Map<string, unknown>>();

/** More than a large codebase has names. Beyond it, the table is cleared and results are computed again. */
const MAX_SHARED = 200_000;

function tablesOf({ paths }: Project): Map<string, unknown> {
  const known = projectTables.get(paths) ?? new Map<string, unknown>();
  projectTables.set(paths, known);
  return known;
}

export class Evaluator implements Resolution {
  readonly values = new ValueTable();
  private readonly memo: Memo<Values>;
  private readonly files: OpenFiles;

  /**
   * @param check called before each step of an evaluation, and for each item of loops over the contents of
   * files. It may throw to end the request; afterwards, nothing more can be evaluated
   */
  constructor(
    readonly project: Project,
    readonly check: () => void = () => undefined,
  ) {
    this.memo = new Memo<Values>(NOTHING, check);
    this.files = new OpenFiles(project);
  }

  /** Null for a file whose calls are not resolved. */
  index(file: FileId): FileIndex | null {
    return this.files.index(file);
  }

  /** False once the request has opened as many files as it may; calls in this file then stay unknown. */
  mayOpen(file: FileId): boolean {
    return this.files.mayOpen(file);
  }

  rules(file: FileId): ResolutionRules {
    return rulesOf(this.project.language(file));
  }

  /** Whether some values are unknown because the budget of steps or files ran out. */
  get isExhausted(): boolean {
    return this.memo.isExhausted || this.files.isFull;
  }

  /** `Memo.limit`. */
  limit(limit: SearchLimit): void {
    this.memo.limit(limit);
  }

  /** `Memo.limited`. */
  limited<Result>(make: () => Result): { readonly result: Result; readonly limit: SearchLimit | null } {
    return this.memo.limited(make);
  }

  /** `Memo.mayLead`. */
  mayLead(): boolean {
    return this.memo.mayLead();
  }

  /** `Memo.countTargets`. */
  countTargets(targets: number): void {
    this.memo.countTargets(targets);
  }

  /** `Memo.once`. */
  once<Result>(keys: MemoKeys, make: () => Result): Result {
    return this.memo.once(keys, make);
  }

  /**
   * Like `once`, but kept between requests on the same state of the codebase. `make` must not evaluate
   * anything.
   */
  shared<Result>(key: string, make: () => Result): Result {
    const tables = tablesOf(this.project);
    // `make` is the only source of results under this key, which determines their type.
    if (tables.has(key)) return tables.get(key) as Result;
    const made = make();
    if (tables.size >= MAX_SHARED) tables.clear();
    tables.set(key, made);
    return made;
  }

  /** `Memo.walked`. */
  walked<Result>(search: string, place: MemoKey, notLooked: NotLooked<Result>, make: () => Result): Result {
    return this.memo.walked(search, place, notLooked, make);
  }

  evaluate(place: Site): Values {
    return place.expr === NONE
      ? NOTHING
      : this.memo.valueOf(exprKey(place), () => this.kept(this.evaluateNow(place)));
  }

  /** At most `MAX_VALUES` of some values. */
  kept(values: Values): Values {
    if (values.length <= MAX_VALUES) return values;
    this.limit("too_many_values");
    return values.slice(0, MAX_VALUES);
  }

  /** Values of several expressions of one scope. */
  evaluateAll({ file, scope }: ScopeRef, exprs: readonly ExprId[]): Values {
    return exprs.length === 1
      ? this.evaluate({ file, scope, expr: exprs[0] as ExprId })
      : unionOf(this.evaluations({ file, scope }, exprs));
  }

  private *evaluations({ file, scope }: ScopeRef, exprs: readonly ExprId[]): Generator<Values> {
    for (const expr of exprs) yield this.evaluate({ file, scope, expr });
  }

  /**
   * Values of the type that an expression names. For the type of a value (`typeof Server`), that value: the
   * class itself.
   */
  ofType(type: Site): Values {
    if (type.within)
      return ofTypeIn(this, type.within, { file: type.file, scope: type.scope, expr: type.expr });
    const index = this.index(type.file);
    return index && type.expr !== NONE && index.op(type.expr) === "type_of"
      ? this.evaluate({ ...type, expr: index.operand(type.expr, 1) })
      : this.instancesOf(asTypes(this, type, this.evaluate(type)));
  }

  /** One value of each type. */
  instancesOf(types: Values): Values {
    return union(
      ...types.map((type): Values => {
        switch (type.kind) {
          case "class":
            return [this.values.instance(type)];
          case "function":
            return [this.values.instance(this.values.class(type))];
          case "external":
            return [this.values.external(type.name, { args: type.args })];
          case "signature":
            return [type];
          case "literal":
            return this.isTuple(type) ? [type] : NOTHING;
          default:
            return NOTHING;
        }
      }),
    );
  }

  /**
   * Whether a type literal is a tuple: a list of element types, or a record if the elements have names as
   * well.
   */
  private isTuple({ file, expr }: Site): boolean {
    const index = this.index(file);
    return (
      index?.op(expr) === "list" ||
      (index?.op(expr) === "record" && index.literals.entriesNamed(expr, "0").length > 0)
    );
  }

  /** Values of a name or member: both the field and the method if they share a name. */
  named(place: Site): Values {
    return this.memo.valueOf(-1 - exprKey(place), () => this.kept(this.namedNow(place)));
  }

  /** `typesNamed` of `type-names.ts`. */
  typesNamed(place: ScopeRef, name: string): Values {
    return typesNamed(this, place, name);
  }

  private namedNow(place: Site): Values {
    const index = this.index(place.file);
    switch (index?.op(place.expr)) {
      case "name":
        return resolveName(this, place, index.string(place.expr, 1)).values;
      case "member": {
        const objects = asObjects(
          this,
          place,
          this.evaluate({ ...place, expr: index.operand(place.expr, 1) }),
        );
        const name = index.string(place.expr, 2);
        const own = union(
          extensionsOf(this, objects, { file: place.file, scope: place.scope, name }),
          this.isPointed(place) ? membersPointedAt(this, objects, name) : membersNamed(this, objects, name),
        );
        if (own.some(({ kind }) => kind !== "external")) return own;
        const rules = this.rules(place.file);
        const added = union(
          attachedFunctions(this, place, name),
          rules.memberOfGlobal(this, place, name),
          rules.methodsForAll(this, place, objects, name),
        );
        return added.length > 0 ? added : own;
      }
      default:
        return NOTHING;
    }
  }

  /** Whether a member is accessed through a pointer. */
  private isPointed({ file, expr }: Site): boolean {
    const index = this.index(file);
    return index?.op(index.operand(expr, 1)) === "pointed";
  }

  private evaluateNow(place: Site): Values {
    const { file, scope, expr } = place;
    const index = this.index(file);
    if (!index) return NOTHING;
    const at = (operand: number): Site => ({ file, scope, expr: index.operand(expr, operand) });
    switch (index.op(expr)) {
      case "unknown":
        return NOTHING;
      case "name":
      case "member":
        return fieldsFirst(this, this.namedNow(place), place);
      case "index":
        return entriesOf(this, this.evaluate(at(1)), at(2));
      case "call":
      case "new":
        return callResults(this, place);
      case "scope":
        return [this.scopeValue({ file, scope: index.operand(expr, 1) })];
      case "record":
      case "list":
        return [this.values.literal(place)];
      case "either":
        return this.evaluateAll(place, index.items(expr, 1));
      case "this":
        return thisOf(this, place);
      case "super":
        return superOf(this, place);
      case "above":
        return aboveOf(this, place, this.evaluate(at(1)));
      case "builtin":
        return NULL_TYPES.has(index.string(expr, 1))
          ? NOTHING
          : [this.values.external(index.string(expr, 1), { isType: true })];
      case "text":
        return [this.values.external("string")];
      case "instance":
        return this.ofType(at(1));
      case "element":
        return elementsOf(this, this.evaluate(at(1)));
      case "entered":
        return enteredValues(this, this.evaluate(at(1)));
      case "await":
        return this.awaited(this.evaluate(at(1)));
      case "generic":
        return this.withArguments(this.evaluate(at(1)), place, index.items(expr, 2));
      case "signature":
        return [this.values.signature({ file, scope, expr: index.operand(expr, 1) })];
      case "import":
        return this.imported(file, index.string(expr, 1), index.string(expr, 2));
      case "decorated":
        return decorated(this, at(1), at(2));
      case "standing":
        return this.evaluate({ file, scope: index.operand(expr, 2), expr: index.operand(expr, 1) });
      case "variable":
        return variableValues(this, place);
      case "pointed":
        return pointedAt(this, this.evaluate(at(1)));
      case "handed_back":
        return outArgument(this, at(1), index.operand(expr, 2));
      case "type_of":
        return typesOf(this.evaluate(at(1)));
    }
  }

  // Functions that the evaluation's modules need of each other are called through these methods, which avoids
  // import cycles.

  membersNamed(objects: Values, name: string): Values {
    return membersNamed(this, objects, name);
  }
  memberOfClass(type: ClassValue, name: string, self: Value | null): Values | null {
    return memberOfClass(this, type, name, self);
  }
  calledValues(call: Site): Values {
    return calledValues(this, call).values;
  }
  typesAround(method: ScopeRef): readonly ClassValue[] {
    return typesAround(this, method);
  }
  functionResults(called: FunctionValue): Values {
    return functionResults(this, called);
  }
  rulesOf(language: string): ResolutionRules {
    return rulesOf(language);
  }

  scopeValue(ref: ScopeRef): Value {
    const kind = this.index(ref.file)?.flow.scopes[ref.scope]?.kind;
    if (kind === "class" || kind === "interface") return this.values.class(ref);
    // All parts of a namespace are one value.
    return kind === "namespace"
      ? this.values.namespace({
          file: ref.file,
          scope: this.index(ref.file)?.scopes.partsOf(ref.scope)[0] ?? ref.scope,
        })
      : this.values.function(ref);
  }

  imported(from: FileId, module: string, name: string): Values {
    const rules = this.rules(from);
    const found = this.once(["module", from, module], () => rules.resolveModule(this, from, module));
    return union(
      ...found.map((value): Values => {
        if (value.kind === "external")
          return [name === "*" ? value : this.values.external(`${value.name}.${name}`, { isType: true })];
        return rules.exported(this, value, name);
      }),
    );
  }

  /** Generic types with the type arguments given at a site. Without arguments, the types as they are. */
  private withArguments(types: Values, { file, scope }: ScopeRef, exprs: readonly ExprId[]): Values {
    if (exprs.length === 0) return types;
    const args = exprs.map((expr): Site => ({ file, scope, expr }));
    return union(
      ...types.map((type): Values => {
        if (type.kind === "class") return [this.values.class(type, args)];
        return type.kind === "external" ? [this.values.external(type.name, { isType: true, args })] : [type];
      }),
    );
  }

  /**
   * Values of awaiting some values. Futures of a known type yield their type argument. Calls of asynchronous
   * functions already evaluate to their results.
   */
  private awaited(values: Values): Values {
    return union(
      ...values.map((value): Values => {
        const of = value.kind === "external" ? value.args.at(-1) : undefined;
        if (of && value.kind === "external" && this.rules(of.file).futures.test(value.name))
          return this.ofType(of);
        const given = value.kind === "instance" ? this.rules(value.type.file).awaited(this, value) : NOTHING;
        return given.length > 0 ? given : [value];
      }),
    );
  }
}

function typesOf(values: Values): Values {
  return union(...values.map((value): Values => (value.kind === "instance" ? [value.type] : [value])));
}
