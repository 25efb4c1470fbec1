/** Walks a hierarchy upwards or downwards, breadth first: every definition gets its least distance. */
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";
import { directSubtypes } from "./direct-subtypes.ts";
import { directSupertypes, endKey } from "./direct-supertypes.ts";
import type { HierarchyEnd, HierarchyLink, HierarchyStep, UnresolvedBase } from "./links.ts";
import { methodsAbove, methodsBelow } from "./method-overrides.ts";

export type HierarchyDirection = "supertypes" | "subtypes";

/** A definition or external type of a hierarchy. */
export interface HierarchyEntry {
  readonly end: HierarchyEnd;
  /** Steps from the start; 1 for direct supertypes and subtypes. */
  readonly distance: number;
  /** How it is related to entries nearer to the start, or to the start itself; in the order of the walk. */
  readonly links: readonly (Omit<HierarchyLink, "to"> & { readonly from: ScopeRef })[];
}

export interface HierarchyWalk {
  /** By distance, then in the order of the steps. */
  readonly entries: readonly HierarchyEntry[];
  /** Bases of the entries and the start that could not be resolved; each once. */
  readonly unresolved: readonly UnresolvedBase[];
  /** For methods: supertypes outside the codebase, which may declare the method, too; ascending. */
  readonly external: readonly string[];
  /** Whether entries at the last distance have further ones. */
  readonly isDeeper: boolean;
  /** Whether more than `maxEntries` were found; the rest was not looked at. */
  readonly isCut: boolean;
  /** Whether an error ended the walk (`isEnd`). */
  readonly isEnded: boolean;
}

export interface WalkOptions {
  readonly what: "type" | "method";
  readonly direction: HierarchyDirection;
  readonly depth: number;
  readonly maxEntries: number;
  /** Called before each definition is expanded. */
  readonly pause: () => Promise<void> | undefined;
  /** Whether an error ends the walk with what it has found. */
  readonly isEnd: (error: unknown) => boolean;
}

type Step = (resolution: Resolution, ref: ScopeRef) => HierarchyStep;

const STEPS: Readonly<Record<WalkOptions["what"], Readonly<Record<HierarchyDirection, Step>>>> = {
  type: { supertypes: directSupertypes, subtypes: directSubtypes },
  method: { supertypes: methodsAbove, subtypes: methodsBelow },
};

interface MutableEntry {
  readonly end: HierarchyEnd;
  readonly distance: number;
  readonly links: (Omit<HierarchyLink, "to"> & { readonly from: ScopeRef })[];
}

/** @param starts definitions of one type or method, which get no entries */
export async function walkHierarchy(
  resolution: Resolution,
  starts: readonly ScopeRef[],
  options: WalkOptions,
): Promise<HierarchyWalk> {
  const walk = new Walk(resolution, starts, options);
  let isEnded = false;
  try {
    let due = starts;
    // One step beyond the depth tells whether there is more.
    for (let distance = 1; due.length > 0 && distance <= options.depth + 1; distance++) {
      const next: ScopeRef[] = [];
      for (const from of due) {
        const pausing = options.pause();
        if (pausing) await pausing;
        for (const ref of walk.follow(from, distance)) next.push(ref);
      }
      due = walk.isCut ? [] : next;
    }
  } catch (error) {
    if (!options.isEnd(error)) throw error;
    isEnded = true;
  }
  return { ...walk.found(), isEnded };
}

/** What a walk has met so far. */
class Walk {
  isCut = false;
  private isDeeper = false;
  private readonly entries = new Map<string, MutableEntry>();
  private readonly unresolved = new Map<string, UnresolvedBase>();
  private readonly external = new Set<string>();
  private readonly starts: ReadonlySet<string>;

  constructor(
    private readonly resolution: Resolution,
    starts: readonly ScopeRef[],
    private readonly options: Pick<WalkOptions, "what" | "direction" | "depth" | "maxEntries">,
  ) {
    this.starts = new Set(starts.map((ref) => endKey({ kind: "definition", ref })));
  }

  /** Adds what one step from a definition leads to, and returns the definitions that are new. */
  follow(from: ScopeRef, distance: number): readonly ScopeRef[] {
    const { what, direction } = this.options;
    const step = STEPS[what][direction](this.resolution, from);
    for (const base of step.unresolved) this.unresolved.set(`${scopeKey(base.part)} ${base.written}`, base);
    for (const name of step.external) this.external.add(name);
    return step.links.flatMap((link) => this.add(link, from, distance));
  }

  private add({ to, ...link }: HierarchyLink, from: ScopeRef, distance: number): readonly ScopeRef[] {
    const key = endKey(to);
    if (this.starts.has(key)) return [];
    const known = this.entries.get(key);
    if (known) {
      known.links.push({ ...link, from });
      return [];
    }
    this.isDeeper ||= distance > this.options.depth;
    this.isCut ||= this.entries.size >= this.options.maxEntries;
    if (distance > this.options.depth || this.isCut) return [];
    this.entries.set(key, { end: to, distance, links: [{ ...link, from }] });
    return to.kind === "definition" ? [to.ref] : [];
  }

  found(): Omit<HierarchyWalk, "isEnded"> {
    return {
      entries: [...this.entries.values()],
      unresolved: [...this.unresolved.values()],
      external: [...this.external].sort(),
      isDeeper: this.isDeeper,
      isCut: this.isCut,
    };
  }
}
