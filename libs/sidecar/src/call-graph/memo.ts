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
   * takes about fourteen stack frames, and a stack holds about ten thousand.
   */
  searchDepth: 300,
} as const;

/** Results of a search for nodes that it does not visit. */
export interface NotLooked<Result> {
  /**
   * For a node whose visit has not ended, or whose result depends on such a node; without `isPart`, for every
   * node that it has visited.
   */
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

/** Marks a node whose result depends on no node that is still being visited. */
const COMPLETE = Number.POSITIVE_INFINITY;

/** No memoized result. */
const UNKNOWN = Symbol("unknown");

/** A search in progress. */
interface Search {
  /**
   * Per node: while it is visited, its depth; afterwards `COMPLETE`, or 0 if its result may depend on a node
   * that was still being visited.
   */
  readonly met: Map<MemoKey, number>;
  /** Depth of the current node; the start has 0. */
  depth: number;
  /** Depth of the outermost node that the current one has depended on so far, or `COMPLETE`. */
  dependsOn: number;
  /** How often a result has depended on this search. */
  meetings: number;
  readonly mark: number;
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
  /** How often a result has depended on an unfinished evaluation or search. */
  private meetings = 0;
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
  private readonly searches = new Map<string, Search>();
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
      this.meetings++;
      return this.nothing;
    }
    if (depth > RESOLUTION_LIMITS.depth) this.cut();
    if (this.isOver() || depth > RESOLUTION_LIMITS.depth) return this.nothing;
    const partly = this.partial.get(key);
    if (partly && this.activationOf(partly.dependsOn) === partly.activation) {
      this.dependsOn = Math.min(this.dependsOn, partly.dependsOn);
      this.meetings++;
      // It is unknown on which of a search's nodes: at worst, on its start.
      for (const search of this.searches.values()) if (search.mark === partly.dependsOn) search.dependsOn = 0;
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
    const results = this.tableOf(keys);
    const key = keys.at(-1) as MemoKey;
    const known = this.recall(results, key);
    // `make` is the only source of results under these keys, which determine their type.
    if (known !== UNKNOWN) return known as Result;
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

  /** The table that the last of some keys is in: all others lead to a nested one. */
  private tableOf(keys: MemoKeys): Results {
    let results = this.results;
    for (let at = 0; at < keys.length - 1; at++) {
      let inner = results.get(keys[at] as MemoKey) as Results | undefined;
      if (inner === undefined) results.set(keys[at] as MemoKey, (inner = new Map()));
      results = inner;
    }
    return results;
  }

  /** A memoized result that counts here, or `UNKNOWN`. */
  private recall(results: Results, key: MemoKey): unknown {
    const known = results.get(key);
    if (!(known instanceof Limited)) return known !== undefined || results.has(key) ? known : UNKNOWN;
    if (!this.stillCounts(known.cutFrom)) return UNKNOWN;
    this.reached |= known.reached;
    return known.result;
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
   * not visited. The result of the outermost call is memoized; with `isPart`, so is every other one that is
   * complete: thousands of files that include the same headers are searched without going through all of
   * them again. Not so those that lead to a cycle which the search has entered before by another way.
   */
  walked<Result>(search: string, place: MemoKey, notLooked: NotLooked<Result>, make: () => Result): Result {
    const under = this.searches.get(search);
    if (!under) return this.walkedFrom(search, place, notLooked.tooFar, make);
    const { met, tooFar, isPart } = notLooked;
    const dependsOn = under.met.get(place);
    if (dependsOn !== undefined && dependsOn !== COMPLETE) {
      if (isPart) this.leanOn(under, dependsOn);
      return met;
    }
    if (dependsOn !== undefined && !isPart) return met;
    if (isPart) {
      const known = this.recall(this.tableOf(["walked", search, place]), place);
      if (known !== UNKNOWN) return known as Result;
    }
    const isTooFar = under.depth >= RESOLUTION_LIMITS.searchDepth;
    if (isTooFar) {
      this.limit("too_deep");
      // From another start, the node may be nearer.
      if (isPart) this.leanOn(under, 0);
    }
    if (this.isOver() || isTooFar) return tooFar;
    return isPart ? this.onceOnTheWay(search, place, under, make) : this.onTheWay(place, under, make);
  }

  /** The outermost call of a search. */
  private walkedFrom<Result>(search: string, place: MemoKey, tooFar: Result, make: () => Result): Result {
    if (this.isOver()) return tooFar;
    // Above that of a search around it, below the depth of the evaluations inside.
    const mark = this.active.size - 1 / (2 + this.searches.size);
    const around = this.marks.get(mark) ?? 0;
    this.marks.set(mark, ++this.lastActivation);
    this.searches.set(search, {
      met: new Map([[place, 0]]),
      depth: 0,
      dependsOn: COMPLETE,
      meetings: 0,
      mark,
    });
    const result = this.once(["walked", search, place], () => this.wholeFrom(mark, make));
    this.searches.delete(search);
    this.marks.set(mark, around);
    return result;
  }

  /** A node on the way, memoized if its result is complete. */
  private onceOnTheWay<Result>(search: string, place: MemoKey, under: Search, make: () => Result): Result {
    return this.once(["walked", search, place], () => {
      const others = this.meetings - under.meetings;
      const visited = this.onTheWay(place, under, make);
      const isComplete = under.met.get(place) === COMPLETE && this.meetings - under.meetings === others;
      if (isComplete && this.dependsOn === under.mark) this.dependsOn = Number.POSITIVE_INFINITY;
      // Not memoized: it depends on a node that is still being visited, or on an unfinished evaluation. From
      // here on the search treats it as depending on its start, and does not visit it again: however a group
      // of nodes lead to each other, a search visits each of them once.
      if (this.dependsOn !== Number.POSITIVE_INFINITY) under.met.set(place, 0);
      return visited;
    });
  }

  /**
   * Visits a node. Its result is complete if it depends on no node that the search is still visiting except
   * itself. See Tarjan, Depth-first search and linear graph algorithms, 1972.
   */
  private onTheWay<Result>(place: MemoKey, under: Search, make: () => Result): Result {
    const around = under.dependsOn;
    const depth = ++under.depth;
    under.met.set(place, depth);
    under.dependsOn = COMPLETE;
    const result = make();
    const dependsOn = under.dependsOn >= depth ? COMPLETE : under.dependsOn;
    under.met.set(place, dependsOn);
    under.dependsOn = Math.min(around, dependsOn);
    under.depth--;
    return result;
  }

  /** The result so far depends on the node that a search is visiting at that depth. */
  private leanOn(under: Search, depth: number): void {
    under.dependsOn = Math.min(under.dependsOn, depth);
    this.dependsOn = Math.min(this.dependsOn, under.mark);
    under.meetings++;
    this.meetings++;
  }

  /** For its own start node, a search is complete. */
  private wholeFrom<Result>(mark: number, make: () => Result): Result {
    const found = make();
    if (this.dependsOn === mark) this.dependsOn = Number.POSITIVE_INFINITY;
    return found;
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
