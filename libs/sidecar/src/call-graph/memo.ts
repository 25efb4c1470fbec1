/**
 * Memoized results of one request, with its limits. Expressions may depend on themselves: an expression that
 * is requested while it is being evaluated yields nothing, and results computed that way are kept only as
 * long as the evaluation they depend on.
 */

const RESOLUTION_LIMITS = {
  /** Expressions evaluated per request. Beyond it, expressions stay unresolved, and the answer says so. */
  steps: 400_000,
  /**
   * Functions that all resolved calls of a request may lead to together, with the same effect: 20,000 calls
   * of a name that has 50 definitions.
   */
  targets: 1_000_000,
  /** Depth of nested evaluations; deeper values are unknown. */
  depth: 80,
  /**
   * Length of the path of a depth-first search, which may be much longer than the shortest path. Each step
   * takes about ten stack frames, and a stack holds about ten thousand.
   */
  searchDepth: 300,
} as const;

/** Results of a search for nodes that it does not visit. */
export interface NotLooked<Result> {
  /** For a node that it has already visited. */
  readonly met: Result;
  /** For a node that is too far away, and for any node once the budget has run out. */
  readonly tooFar: Result;
  /** Whether `met` is incomplete: results that use it on the way are valid only during the search. */
  readonly isPart?: true;
}

/** Limits because of which a result may be incomplete. */
export const SEARCH_LIMITS = [
  "too_many_values",
  "too_many_subtypes",
  "too_many_calls",
  "too_many_files",
  "too_deep",
] as const;
export type SearchLimit = (typeof SEARCH_LIMITS)[number];

/** A set of limits: bit n stands for `SEARCH_LIMITS[n]`. */
type LimitBits = number;

/**
 * A value that was computed during an evaluation it depends on: `dependsOn` is the depth of that evaluation,
 * `activation` its number.
 */
interface Partial<Value> {
  readonly value: Value;
  readonly reached: LimitBits;
  readonly dependsOn: number;
  readonly activation: number;
}

/** Numbers and strings are compared by value, objects by identity. */
export type MemoKey = string | number | object;
/** The first key determines how many keys there are. */
export type MemoKeys = readonly [string, ...MemoKey[]];
type Results = Map<MemoKey, unknown>;

/** A memoized result that may be incomplete. */
class Limited {
  /** @param cutFrom depth at which the result was cut short; null if it was not */
  constructor(
    readonly result: unknown,
    readonly reached: LimitBits,
    readonly cutFrom: number | null,
  ) {}
}

/** Memoized values of expressions, by number, and of other results, by keys. */
export class Memo<Value> {
  /** Whether some values are unknown because the budget ran out. */
  isExhausted = false;
  private steps = 0;
  private targets = 0;
  private readonly known = new Map<number, Value>();
  /**
   * Depth at which a value was cut short. At less than half that depth, enough steps are left to evaluate it
   * again; so no value is evaluated more than seven times.
   */
  private readonly cutFrom = new Map<number, number>();
  /** Expressions that are being evaluated, with their depth. */
  private readonly active = new Map<number, number>();
  /** Depth of the outermost unfinished evaluation that the results computed since depend on. */
  private dependsOn = Number.POSITIVE_INFINITY;
  private readonly partial = new Map<number, Partial<Value>>();
  /** Number of the evaluation in progress at each depth; 0 if it has ended. */
  private readonly activations: number[] = [];
  private lastActivation = 0;
  /** How often the depth limit was reached. */
  private cuts = 0;
  /** Limits reached by the current evaluation, or by results it uses. */
  private reached: LimitBits = 0;
  /** For values that may be incomplete: the limits that were reached. */
  private readonly reachedBy = new Map<number, LimitBits>();
  /** Searches in progress: the nodes they have visited, and their current depth. */
  private readonly searches = new Map<
    string,
    { readonly met: Set<MemoKey>; depth: number; readonly mark: number }
  >();
  /**
   * Number of the search that began at each depth, like `activations`. The depth of a search is less than a
   * step below that of the evaluations inside it.
   */
  private readonly marks = new Map<number, number>();
  private readonly results: Results = new Map();

  /**
   * @param nothing the result where the value is unknown, or not known yet
   * @param check called before each step; an error that it throws ends the request
   */
  constructor(
    private readonly nothing: Value,
    private readonly check: () => void = () => undefined,
  ) {}

  /** The value of the expression with this number. */
  valueOf(key: number, make: () => Value): Value {
    const depth = this.active.size;
    const known = this.known.get(key);
    if (known !== undefined && this.stillCounts(this.cutFrom.get(key) ?? null)) {
      this.reached |= this.reachedBy.get(key) ?? 0;
      return known;
    }
    const since = this.active.get(key);
    if (since !== undefined) {
      this.dependsOn = Math.min(this.dependsOn, since);
      return this.nothing;
    }
    if (depth > RESOLUTION_LIMITS.depth) this.cut();
    if (this.isOver() || depth > RESOLUTION_LIMITS.depth) return this.nothing;
    const partly = this.partial.get(key);
    if (partly && this.activationOf(partly.dependsOn) === partly.activation) {
      this.dependsOn = Math.min(this.dependsOn, partly.dependsOn);
      this.reached |= partly.reached;
      return partly.value;
    }
    const before = this.dependsOn;
    this.dependsOn = Number.POSITIVE_INFINITY;
    this.active.set(key, depth);
    this.activations[depth] = ++this.lastActivation;
    const cuts = this.cuts;
    const around = this.reached;
    this.reached = 0;
    const value = make();
    const { reached } = this;
    this.reached |= around;
    this.active.delete(key);
    this.activations[depth] = 0;
    // A result computed during an unfinished outer evaluation may be incomplete: it is valid until that one
    // ends.
    const isWhole = this.dependsOn >= depth;
    if (isWhole) {
      this.known.set(key, value);
      if (this.cuts === cuts) this.cutFrom.delete(key);
      else this.cutFrom.set(key, depth);
      if (reached !== 0) this.reachedBy.set(key, reached);
      else this.reachedBy.delete(key);
    } else
      this.partial.set(key, {
        value,
        reached,
        dependsOn: this.dependsOn,
        activation: this.activationOf(this.dependsOn),
      });
    this.dependsOn = isWhole ? before : Math.min(before, this.dependsOn);
    return value;
  }

  private activationOf(dependsOn: number): number {
    return (Number.isInteger(dependsOn) ? this.activations[dependsOn] : this.marks.get(dependsOn)) ?? 0;
  }

  /** The result of `make`, computed once per list of keys. */
  once<Result>(keys: MemoKeys, make: () => Result): Result {
    const last = keys.length - 1;
    let results = this.results;
    for (let at = 0; at < last; at++) {
      // All keys but the last lead to a nested table.
      let inner = results.get(keys[at] as MemoKey) as Results | undefined;
      if (inner === undefined) results.set(keys[at] as MemoKey, (inner = new Map()));
      results = inner;
    }
    const key = keys[last] as MemoKey;
    const known = results.get(key);
    // `make` is the only source of results under these keys, which determine their type.
    if (known instanceof Limited) {
      if (this.stillCounts(known.cutFrom)) {
        this.reached |= known.reached;
        return known.result as Result;
      }
    } else if (known !== undefined || results.has(key)) return known as Result;
    const before = this.dependsOn;
    const cuts = this.cuts;
    const around = this.reached;
    this.dependsOn = Number.POSITIVE_INFINITY;
    this.reached = 0;
    const result = make();
    const { reached } = this;
    this.reached |= around;
    const isWhole = this.dependsOn === Number.POSITIVE_INFINITY;
    const cutFrom = this.cuts === cuts ? null : this.active.size;
    if (isWhole)
      results.set(key, cutFrom === null && reached === 0 ? result : new Limited(result, reached, cutFrom));
    this.dependsOn = isWhole ? before : Math.min(before, this.dependsOn);
    return result;
  }

  /**
   * Whether a result that was cut short at `cutFrom` would be cut short here too. If so, every result that
   * uses it counts as cut short as well.
   */
  private stillCounts(cutFrom: number | null): boolean {
    if (cutFrom === null) return true;
    if (cutFrom > 2 * this.active.size) return false;
    this.cuts++;
    return true;
  }

  /**
   * Depth-first search in a graph that may have cycles; `make` visits a node and calls this function for its
   * neighbours. Each node is visited once, however many paths lead to it, and nodes that are too far away are
   * not visited. The result of the outermost call is memoized.
   */
  walked<Result>(
    search: string,
    place: MemoKey,
    { met, tooFar, isPart }: NotLooked<Result>,
    make: () => Result,
  ): Result {
    const under = this.searches.get(search);
    if (under?.met.has(place)) {
      if (isPart) this.dependsOn = Math.min(this.dependsOn, under.mark);
      return met;
    }
    const isTooFar = under !== undefined && under.depth >= RESOLUTION_LIMITS.searchDepth;
    if (isTooFar) this.limit("too_deep");
    if (this.isOver() || isTooFar) return tooFar;
    if (under) {
      under.met.add(place);
      under.depth++;
      const result = make();
      under.depth--;
      return result;
    }
    // Above that of a search around it, below the depth of the evaluations inside.
    const mark = this.active.size - 1 / (2 + this.searches.size);
    const around = this.marks.get(mark) ?? 0;
    this.marks.set(mark, ++this.lastActivation);
    this.searches.set(search, { met: new Set([place]), depth: 0, mark });
    const result = this.once(["walked", search, place], () => {
      const found = make();
      // For its own start node, the search is complete.
      if (this.dependsOn === mark) this.dependsOn = Number.POSITIVE_INFINITY;
      return found;
    });
    this.searches.delete(search);
    this.marks.set(mark, around);
    return result;
  }

  /**
   * Notes that the current result may be incomplete. The limit also applies to every result that uses this
   * one, at any later time.
   */
  limit(limit: SearchLimit): void {
    this.reached |= 1 << SEARCH_LIMITS.indexOf(limit);
  }

  /**
   * The result of `make`, and the first limit in the order of `SEARCH_LIMITS` that it reached, or null. The
   * caller handles the limit: it does not apply to the evaluation around.
   */
  limited<Result>(make: () => Result): { readonly result: Result; readonly limit: SearchLimit | null } {
    const around = this.reached;
    this.reached = 0;
    const result = make();
    const { reached } = this;
    this.reached = around;
    return { result, limit: SEARCH_LIMITS.find((_, at) => (reached & (1 << at)) !== 0) ?? null };
  }

  /**
   * Whether one more call may be resolved. False once earlier calls have led to as many functions as the
   * limit allows.
   */
  mayLead(): boolean {
    if (this.targets >= RESOLUTION_LIMITS.targets) this.isExhausted = true;
    return this.targets < RESOLUTION_LIMITS.targets;
  }

  countTargets(targets: number): void {
    this.targets += targets;
  }

  private cut(): void {
    this.cuts++;
    this.limit("too_deep");
  }

  /** Counts a step, and returns whether the budget has run out. */
  private isOver(): boolean {
    this.check();
    if (++this.steps <= RESOLUTION_LIMITS.steps) return false;
    this.isExhausted = true;
    return true;
  }
}
