/**
 * Finds the definition of the name at a position: the product's resolution gives its meaning, and the
 * recorded positions give the place of the definition.
 */
import { type ExprId, NONE } from "../../../libs/sidecar/src/call-facts/facts.ts";
import { lineageOf } from "../../../libs/sidecar/src/call-graph/types/lineage.ts";
import { resolveName } from "../../../libs/sidecar/src/call-graph/expressions/names.ts";
import type { FileId } from "../../../libs/sidecar/src/call-graph/project.ts";
import type { Resolution } from "../../../libs/sidecar/src/call-graph/resolution.ts";
import type { Site, ScopeRef, Value, Values } from "../../../libs/sidecar/src/call-graph/values.ts";
import type { Places } from "./places.ts";

/** An offset in a file. */
export interface Spot {
  readonly file: FileId;
  readonly start: number;
}

interface Declaration extends Spot {
  readonly scope: number;
  /** `NONE` for a parameter. */
  readonly value: ExprId;
}

type ClassLike = Extract<Value, { readonly kind: "class" | "function" }>;

export class Definitions {
  /** Names of modules that are being searched: some modules re-export each other's names. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly resolution: Resolution,
    private readonly places: (file: FileId) => Places | null,
  ) {}

  /**
   * Definitions of the name at an offset: for a plain name its declarations and, where these are imports, the
   * definitions that they import. Empty for a name that is itself a definition.
   */
  at({ file, start }: Spot): Spot[] {
    const use = this.places(file)?.uses.get(start);
    if (use) return this.ofExpression({ file, ...use }, start);
    const own = this.declarationAt(file, start);
    return own
      ? this.ofName(own, own.name, start).filter((spot) => spot.file !== file || spot.start !== start)
      : [];
  }

  private ofExpression(place: Site, start: number | null): Spot[] {
    const index = this.resolution.index(place.file);
    if (!index) return [];
    const { file, scope, expr } = place;
    switch (index.op(expr)) {
      case "name":
        return this.ofName(place, index.string(expr, 1), start);
      case "member":
        return this.ofMembers(
          this.resolution.evaluate({ file, scope, expr: index.operand(expr, 1) }),
          index.string(expr, 2),
        );
      case "import":
        return this.ofImport(file, index.string(expr, 1), index.string(expr, 2));
      case "standing":
        return this.ofExpression(
          { file, scope: index.operand(expr, 2), expr: index.operand(expr, 1) },
          start,
        );
      case "scope":
        return this.ofValues(this.resolution.evaluate(place));
      default:
        return [];
    }
  }

  private ofName(place: ScopeRef, name: string, start: number | null): Spot[] {
    const { file } = place;
    const { origin, scope, values } = resolveName(this.resolution, place, name);
    switch (origin) {
      case "scope":
      case "parameter": {
        const found = this.declared({ file, scope }, name, start);
        return found.length > 0 ? found : this.ofMemberOfNamespace({ file, scope }, name);
      }
      case "member":
        return scope === NONE ? [] : this.ofMembers([this.resolution.values.class({ file, scope })], name);
      case "package":
        return this.ofValues(values);
      // Names from wildcard imports count if they can be called; constants do not.
      case "wildcard":
      case "nowhere":
        return this.takenOver(place, name);
    }
  }

  private takenOver({ file, scope }: ScopeRef, name: string): Spot[] {
    const scopes = this.resolution.index(file)?.flow.scopes ?? [];
    for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
      const found = scopes[at]?.wildcards
        .map((module) => this.ofImport(file, module, name))
        .findLast((spots) => spots.length > 0);
      if (found) return found;
    }
    return [];
  }

  /**
   * The last declaration before a position, or else the first one after it, if a position is given; otherwise
   * all.
   */
  private declared(ref: ScopeRef, name: string, start: number | null): Spot[] {
    const all = this.declarations(ref, name);
    const chosen =
      start === null
        ? all
        : [all.findLast((declaration) => declaration.start <= start) ?? all[0]].filter(
            (declaration) => declaration !== undefined,
          );
    return chosen.flatMap((declaration) => [
      declaration,
      ...(this.isImport(declaration)
        ? this.ofExpression({ ...declaration, expr: declaration.value }, null)
        : []),
    ]);
  }

  /**
   * Declarations of a name in a scope, in source order. Assignments count only if there is no other
   * declaration.
   */
  private declarations({ file, scope }: ScopeRef, name: string): Declaration[] {
    const index = this.resolution.index(file);
    const own = index?.flow.scopes[scope];
    const places = this.places(file);
    if (!index || !own || !places) return [];
    const bound = own.bindings.flatMap((binding, at) => {
      if (binding.name !== name) return [];
      const inner = index.op(binding.value) === "scope" ? index.operand(binding.value, 1) : NONE;
      const isItsOwn = inner !== NONE && index.flow.scopes[inner]?.name === name;
      return [
        {
          file,
          scope,
          start: isItsOwn ? (places.scopes[inner] as number) : (places.bindings[scope]?.[at] ?? NONE),
          value: binding.value,
        },
      ];
    });
    const params = own.params.flatMap((param, at) =>
      param.name === name ? [{ file, scope, start: places.params[scope]?.[at] ?? NONE, value: NONE }] : [],
    );
    const all = [...params, ...bound]
      .filter((declaration) => declaration.start !== NONE)
      .sort((left, right) => left.start - right.start);
    const declaring = all.filter((declaration) => !isAssigned(places, declaration.start));
    return declaring.length > 0 ? declaring : all;
  }

  private declarationAt(file: FileId, start: number): (ScopeRef & { readonly name: string }) | null {
    for (const [scope, { bindings }] of (this.resolution.index(file)?.flow.scopes ?? []).entries()) {
      const at = this.places(file)?.bindings[scope]?.indexOf(start) ?? NONE;
      const binding = at === NONE ? undefined : bindings[at];
      if (binding) return { file, scope, name: binding.name };
    }
    return null;
  }

  private isImport({ file, value }: Declaration): boolean {
    return value !== NONE && this.resolution.index(file)?.op(value) === "import";
  }

  private ofMembers(objects: Values, name: string): Spot[] {
    return distinct(objects.flatMap((object) => this.ofMember(object, name)));
  }

  private ofMember(object: Value, name: string): Spot[] {
    switch (object.kind) {
      case "instance":
        return this.ofMemberOfTypes(lineageOf(this.resolution, object.type).types, name);
      case "class":
        return this.ofMemberOfTypes(lineageOf(this.resolution, object).types, name);
      case "super":
        return this.ofMemberOfTypes(lineageOf(this.resolution, object.of).types.slice(1), name);
      case "prototype":
        return this.ofMemberOfTypes([this.resolution.values.class(object.of)], name);
      case "function":
        return this.ofMemberOfTypes([object], name);
      case "module":
      case "package":
        return this.ofExport(object, name);
      case "namespace":
        return this.ofMemberOfNamespace(object, name);
      case "literal":
        return this.ofMemberOfLiteral(object, name);
      case "signature":
      case "generated":
      case "variable":
      case "external":
        return [];
    }
  }

  private ofMemberOfTypes(types: readonly ClassLike[], name: string): Spot[] {
    for (const type of types) {
      const declared = this.declarations(type, name);
      if (declared.length > 0) return declared;
      const stored = this.stores(type.file, name, (object) =>
        this.resolution.evaluate(object).some((value) => isOf(value, type)),
      );
      if (stored.length > 0) return stored;
    }
    return [];
  }

  private ofMemberOfNamespace({ file, scope }: ScopeRef, name: string): Spot[] {
    const index = this.resolution.index(file);
    const own = index?.flow.scopes[scope];
    const same =
      index?.scopes
        .childrenOf(own?.parent ?? NONE)
        .filter(
          (at) => index.flow.scopes[at]?.kind === "namespace" && index.flow.scopes[at]?.name === own?.name,
        ) ?? [];
    return same.flatMap((at) => this.declarations({ file, scope: at }, name));
  }

  private ofMemberOfLiteral(literal: Value & { readonly kind: "literal" }, name: string): Spot[] {
    const { file, expr } = literal;
    const index = this.resolution.index(file);
    const starts = this.places(file)?.entries.get(expr) ?? [];
    const entries = index?.op(expr) === "record" ? index.entries(expr, 1) : [];
    const own = entries.flatMap((entry, at): Spot[] =>
      entry.name === name && (starts[at] ?? NONE) !== NONE ? [{ file, start: starts[at] as number }] : [],
    );
    return own.length > 0
      ? own
      : this.stores(file, name, (object) => this.resolution.evaluate(object).includes(literal));
  }

  /** Stores into a member, for objects that pass a test. */
  private stores(file: FileId, name: string, isIt: (object: Site) => boolean): Spot[] {
    const index = this.resolution.index(file);
    if (!index) return [];
    return index.flow.scopes.flatMap((own, scope) =>
      own.stores.flatMap(({ target }, at): Spot[] => {
        const start = this.places(file)?.stores[scope]?.[at] ?? NONE;
        return start !== NONE &&
          index.keyOf(target) === name &&
          isIt({ file, scope, expr: index.operand(target, 1) })
          ? [{ file, start }]
          : [];
      }),
    );
  }

  private ofImport(from: FileId, module: string, name: string): Spot[] {
    const found = this.resolution.rules(from).resolveModule(this.resolution, from, module);
    return distinct(
      found.flatMap((value): Spot[] => (name === "*" ? this.ofValues([value]) : this.ofExport(value, name))),
    );
  }

  /**
   * Definitions of a module's export: exported by a statement, re-exported from other modules, stored into
   * `exports`, or bound in the module's scope.
   */
  private ofExport(module: Value, name: string): Spot[] {
    if (module.kind !== "module") return this.ofValues(this.resolution.membersNamed([module], name));
    const { file } = module;
    const key = `${file} ${name}`;
    const flow = this.resolution.index(file)?.flow;
    if (!flow || this.asked.has(key)) return [];
    this.asked.add(key);
    const exported = flow.exports.flatMap(({ name: own, value }, at): Spot[] =>
      own === name
        ? [
            { file, start: this.places(file)?.exports[at] ?? NONE },
            ...this.ofExpression({ file, scope: 0, expr: value }, null),
          ]
        : [],
    );
    const isModuleSystem = flow.exports.length + flow.exportsAllOf.length > 0;
    const found = [
      () => exported.filter(({ start }) => start !== NONE),
      () => this.stores(file, name, (object) => this.isExportsObject(object)),
      () => (isModuleSystem ? [] : this.declared({ file, scope: 0 }, name, null)),
      () =>
        [...flow.exportsAllOf, ...(flow.scopes[0]?.wildcards ?? [])].flatMap((other) =>
          this.ofImport(file, other, name),
        ),
      () => this.ofValues(this.resolution.rules(file).exported(this.resolution, module, name)),
    ].reduce((spots: Spot[], next) => (spots.length > 0 ? spots : next()), []);
    this.asked.delete(key);
    return found;
  }

  private isExportsObject({ file, expr }: Site): boolean {
    const index = this.resolution.index(file);
    const name =
      index?.op(expr) === "name"
        ? index.string(expr, 1)
        : index?.op(expr) === "member"
          ? index.string(expr, 2)
          : "";
    return name === "exports";
  }

  /** Definitions of functions, types and namespaces themselves. */
  private ofValues(values: Values): Spot[] {
    return values.flatMap((value): Spot[] => {
      const start =
        value.kind === "function" || value.kind === "class" || value.kind === "namespace"
          ? this.places(value.file)?.scopes[value.scope]
          : undefined;
      return start === undefined || !("file" in value) ? [] : [{ file: value.file, start }];
    });
  }
}

function isOf(value: Value, { file, scope }: ScopeRef): boolean {
  const ref =
    value.kind === "instance"
      ? value.type
      : value.kind === "prototype"
        ? value.of
        : value.kind === "class" || value.kind === "function"
          ? value
          : null;
  return ref?.file === file && ref.scope === scope;
}

/**
 * Whether a name is the target of an assignment expression, and not of a statement that declares variables.
 */
function isAssigned({ root }: Places, start: number): boolean {
  let node = root;
  let field = false;
  for (;;) {
    const child = node.children.find(({ startIndex, endIndex }) => startIndex <= start && start < endIndex);
    if (!child) return field;
    if (node.type.endsWith("assignment_expression")) field = node.childForFieldName("left")?.id === child.id;
    else if (node.type === "update_expression") field = true;
    else if (!/pattern|parenthesized/.test(node.type)) field = false;
    node = child;
  }
}

function distinct(spots: readonly Spot[]): Spot[] {
  return spots.filter(
    ({ file, start }, at) => spots.findIndex((other) => other.file === file && other.start === start) === at,
  );
}
