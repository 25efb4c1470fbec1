/**
 * Positions in the text of the names in call facts: runs the product's own reader again, and records which
 * nodes it looks at.
 */
import { detectLanguage } from "../../../libs/sidecar/src/languages/detect-language.ts";
import { CallFactsBuilder, type ScopeHead } from "../../../libs/sidecar/src/call-facts/builder.ts";
import type { Argument } from "../../../libs/sidecar/src/call-facts/expression-writer.ts";
import type { ExprId } from "../../../libs/sidecar/src/call-facts/facts.ts";
import { loadGrammar } from "../../../libs/sidecar/src/grammar.ts";
import type { SyntaxNode } from "../../../libs/sidecar/src/syntax/tree/syntax-tree.ts";
import { SeenNames, watchingNodes } from "./watched-nodes.ts";

/** An expression, and its scope. */
export interface Use {
  readonly scope: number;
  readonly expr: ExprId;
}

/** Offsets in the text; -1 if the text has no name. */
export interface Places {
  readonly root: SyntaxNode;
  /** By offset of the name. */
  readonly uses: ReadonlyMap<number, Use>;
  /** Offset of each scope's name, or of the scope itself if it has none. */
  readonly scopes: readonly number[];
  /** By scope, in the order of the call facts. */
  readonly bindings: readonly (readonly number[])[];
  readonly stores: readonly (readonly number[])[];
  readonly params: readonly (readonly number[])[];
  readonly exports: readonly number[];
  /** Keys of object literals. */
  readonly entries: ReadonlyMap<ExprId, readonly number[]>;
}

/** Null for a file without a reader. */
export async function placesOf(path: string, text: string): Promise<Places | null> {
  const support = detectLanguage(path, text)?.grammar;
  if (!support?.loadCallFactsReader) return null;
  const grammar = await loadGrammar(support);
  const { flowReader } = grammar;
  if (!flowReader) return null;
  grammar.parser.setLanguage(grammar.language);
  const tree = grammar.parser.parse(text);
  if (!tree) return null;
  const { root } = grammar.read(tree, text);
  tree.delete();
  const seen = new SeenNames(text);
  const builder = new PlacingBuilder(seen);
  watchingNodes(seen, () => flowReader(root, text, builder, []));
  return { root, ...builder.places };
}

/** A builder that records the position of the name for each fact. */
class PlacingBuilder extends CallFactsBuilder {
  private readonly uses = new Map<number, Use>();
  private readonly imports = new Map<number, Use>();
  private readonly useOffsets = new Map<ExprId, number>();
  private readonly keys = new Set<number>();
  private readonly scopeStarts: number[] = [0];
  private readonly bindings: number[][] = [];
  private readonly stores: number[][] = [];
  private readonly params: number[][] = [];
  private readonly exports: number[] = [];
  private readonly entries = new Map<ExprId, number[]>();

  constructor(private readonly seen: SeenNames) {
    super();
  }

  get places(): Omit<Places, "root"> {
    return {
      uses: new Map([...this.imports, ...this.uses]),
      scopes: this.scopeStarts,
      bindings: this.bindings,
      stores: this.stores,
      params: this.params,
      exports: this.exports,
      entries: this.entries,
    };
  }

  override name(name: string): ExprId {
    return this.use(super.name(name), plain(name));
  }
  override member(object: ExprId, name: string): ExprId {
    return this.use(super.member(object, name), name);
  }
  override import(module: string, name: string): ExprId {
    const expr = super.import(module, name);
    const offset = this.seen.last(name);
    // Without another name, the import is also what is bound.
    if (offset >= 0) this.imports.set(offset, { scope: this.current, expr });
    return expr;
  }
  override record(entries: readonly Argument[]): ExprId {
    const expr = super.record(entries);
    const starts = entries.map(({ name }) =>
      typeof name === "string"
        ? this.seen.last(name, (offset) => this.uses.has(offset) || this.keys.has(offset))
        : -1,
    );
    for (const start of starts) this.keys.add(start);
    this.entries.set(expr, starts);
    return expr;
  }

  override enter(head: ScopeHead): number {
    this.scopeStarts.push(head.nameStart);
    return super.enter(head);
  }
  override param(name: string, options: Parameters<CallFactsBuilder["param"]>[1] = {}): void {
    (this.params[this.current] ??= []).push(this.declared(name));
    super.param(name, options);
  }
  override bind(name: string, value: ExprId, scope = this.current): void {
    (this.bindings[scope] ??= []).push(this.declared(name));
    super.bind(name, value, scope);
  }
  override store(target: ExprId, value: ExprId): void {
    (this.stores[this.current] ??= []).push(this.useOffsets.get(target) ?? -1);
    super.store(target, value);
  }
  override export(name: string, value: ExprId): void {
    this.exports.push(this.seen.last(name));
    super.export(name, value);
  }

  private use(expr: ExprId, name: string): ExprId {
    const offset = this.seen.last(name);
    if (offset >= 0) {
      this.uses.set(offset, { scope: this.current, expr });
      this.useOffsets.set(expr, offset);
    }
    return expr;
  }

  private declared(name: string): number {
    return this.seen.last(
      plain(name),
      (offset) => this.uses.has(offset) && !this.seen.shorthands.has(offset),
    );
  }
}

/** The name as written in the text: `conn` for `conn~1`. */
function plain(name: string): string {
  return name.replace(/~\d+$/, "");
}
