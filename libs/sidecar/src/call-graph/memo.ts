/**
 * What was worked out before, while one question is answered. Expressions may depend on themselves: what is
 * asked for while it is being evaluated counts as nothing, and what was found that way is kept for no longer
 * than the evaluation that it depends on.
 */

const RESOLUTION_LIMITS = {
  /**
   * Expressions evaluated for one question: beyond it, what is not known yet stays unresolved, and the answer
   * says so.
   */
  steps: 400_000,
  /**
   * Functions that the calls which are resolved for one question may lead to altogether, likewise: 20,000
   * calls of a name that has 50 definitions.
   */
  targets: 1_000_000,
  /** How far one value leads to another: what is behind counts as unknown. */
  depth: 80,
  /**
   * How far a search goes, by the way that it takes, which may be much longer than the shortest: each step is
   * some ten calls deep, and a stack holds some ten thousand.
   */
  searchDepth: 300,
} as const;

/** What a search finds where it does not look. */
export interface NotLooked<Result> {
  /** At a place that it has met before. */
  readonly met: Result;
  /** At one that is too far away, or when the budget has run out. */
  readonly tooFar: Result;
  /**
   * Whether it is less than there is: what is worked out with it on the way counts for no longer than the
   * search.
   */
  readonly isPart?: true;
}

/** Why less may have been found than there is. */
export const SEARCH_LIMITS = [
  "too_many_values",
  "too_many_subtypes",
  "too_many_calls",
  "too_many_files",
  "too_deep",
] as const;
export type SearchLimit = (typeof SEARCH_LIMITS)[number];

/** Limits as bits of a number, by their place in `SEARCH_LIMITS`. */
type LimitBits = number;

/**
 * What was found while something that it depends on was being evaluated: by the depth of that, and which
 * evaluation it was.
 */
interface Partial<Value> {
  readonly value: Value;
  readonly reached: LimitBits;
  readonly dependsOn: number;
  readonly activation: number;
}

/** Equal numbers and texts are one key, and each object is one. */
export type MemoKey = string | number | object;
/** For one first key always as many. */
export type MemoKeys = readonly [string, ...MemoKey[]];
type Results = Map<MemoKey, unknown>;

/** What was worked out once, but may be less than there is. */
class Limited {
  /** @param cutFrom at which depth it was cut short; null where it was not */
  constructor(
    readonly result: unknown,
    readonly reached: LimitBits,
    readonly cutFrom: number | null,
  ) {}
}

export class Memo<Value> {
  /** Some values are not known because the budget ran out. */
  isExhausted = false;
  private steps = 0;
  private targets = 0;
  private readonly known = new Map<number, Value>();
  /**
   * At which depth a value was worked out that was cut short: from half of it there are enough steps more to
   * do so again, and no value is worked out more than seven times.
   */
  private readonly cutFrom = new Map<number, number>();
  /** Expressions that are being evaluated, with their depth. */
  private readonly active = new Map<number, number>();
  /**
   * The outermost expression that something evaluated since depends on while it was still being evaluated.
   */
  private dependsOn = Number.POSITIVE_INFINITY;
  private readonly partial = new Map<number, Partial<Value>>();
  /** Number of the evaluation that is under way at each depth; 0 where it has ended. */
  private readonly activations: number[] = [];
  private lastActivation = 0;
  /** How often the depth was too great. */
  private cuts = 0;
  /** Limits that were reached by what is being worked out, or by what that is made of. */
  private reached: LimitBits = 0;
  /** Of known values that are less than there may be: why. */
  private readonly reachedBy = new Map<number, LimitBits>();
  /** Each search that is under way: the places that it has met, and how far it has gone. */
  private readonly searches = new Map<
    string,
    { readonly met: Set<MemoKey>; depth: number; readonly mark: number }
  >();
  /**
   * Number of the search that began at each depth, as `activations`: half a step below what is evaluated in
   * it.
   */
  private readonly marks = new Map<number, number>();
  private readonly results: Results = new Map();

  /**
   * @param nothing stands for what is not known, or not yet
   * @param check called for each step; what it throws ends the question
   */
  constructor(
    private readonly nothing: Value,
    private readonly check: () => void = () => undefined,
  ) {}

  /** The value of an expression, by its number. */
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
    // What was found while something around it was not known yet may be less than there is: it counts until
    // that is known.
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

  /** Works something out once for all who ask under the same keys; the first says what it is. */
  once<Result>(keys: MemoKeys, make: () => Result): Result {
    const last = keys.length - 1;
    let results = this.results;
    for (let at = 0; at < last; at++) {
      // Under all keys but the last one stand tables.
      let inner = results.get(keys[at] as MemoKey) as Results | undefined;
      if (inner === undefined) results.set(keys[at] as MemoKey, (inner = new Map()));
      results = inner;
    }
    const key = keys[last] as MemoKey;
    const known = results.get(key);
    // What stands under a key was made for it.
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

  /** Whether what was cut short at a depth would be here as well; then all that is made of it is. */
  private stillCounts(cutFrom: number | null): boolean {
    if (cutFrom === null) return true;
    if (cutFrom > 2 * this.active.size) return false;
    this.cuts++;
    return true;
  }

  /**
   * Searches a graph that may have cycles, depth first, by calls of itself: each place is looked at once,
   * however many ways lead there, and none that is too far away. What the outermost call has found is kept.
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
    const mark = this.active.size - 0.5;
    const around = this.marks.get(mark) ?? 0;
    this.marks.set(mark, ++this.lastActivation);
    this.searches.set(search, { met: new Set([place]), depth: 0, mark });
    const result = this.once(["walked", search, place], () => {
      const found = make();
      // Of itself it is whole.
      if (this.dependsOn === mark) this.dependsOn = Number.POSITIVE_INFINITY;
      return found;
    });
    this.searches.delete(search);
    this.marks.set(mark, around);
    return result;
  }

  /**
   * What is being worked out may be less than there is. It counts for all that is made of it, whenever they
   * ask.
   */
  limit(limit: SearchLimit): void {
    this.reached |= 1 << SEARCH_LIMITS.indexOf(limit);
  }

  /**
   * The first limit, in their order, that something reached; null for none. Whoever asks says what it means:
   * it counts for nothing around.
   */
  limited<Result>(make: () => Result): { readonly result: Result; readonly limit: SearchLimit | null } {
    const around = this.reached;
    this.reached = 0;
    const result = make();
    const { reached } = this;
    this.reached = around;
    return { result, limit: SEARCH_LIMITS.find((_, at) => (reached & (1 << at)) !== 0) ?? null };
  }

  /** Whether one more call is resolved: those before may have led to as many functions as are followed. */
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

  /** Counts a step. */
  private isOver(): boolean {
    this.check();
    if (++this.steps <= RESOLUTION_LIMITS.steps) return false;
    this.isExhausted = true;
    return true;
  }
}
