/**
 * The edges that lead to a definition: from its callers, and from the definitions that give it to code
 * outside the codebase.
 */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { otherParts } from "../types/parts.ts";
import { isSameScope, type ScopeRef } from "../values.ts";
import { definitionAround } from "./call-sites.ts";
import { type Callers, type CallersOptions, callersOf } from "./callers.ts";
import type { CallEdge } from "./graph.ts";
import { type Registration, registrationsOf } from "./registrations.ts";

/** What leads to a definition, with everything that may be missing. */
export interface Calling {
  /** By file and start of the call, those from files that are `isAside` last; registrations follow. */
  readonly edges: readonly CallEdge[];
  readonly found: Callers;
  /** Whether the time ran out before everything was found. */
  readonly isEnded: boolean;
}

/**
 * Edges that lead to a definition.
 *
 * @param known callers that were computed already
 */
export async function callingEdges(
  resolution: Resolution,
  ref: ScopeRef,
  options: CallersOptions,
  known?: Callers,
): Promise<Calling> {
  const found = known ?? (await callersOf(resolution, withConstructor(resolution, ref), options));
  const calls = found.callers.map(({ file, site, target }): CallEdge => ({
    from: definitionAround(resolution, { file, scope: site.scope }),
    to: ref,
    confidence: target.confidence,
    via: target.via,
    file,
    site,
  }));
  const registering = registeringEdges(resolution, ref, options);
  return {
    edges: [...calls, ...(registering ?? [])],
    found,
    isEnded: found.isEnded || registering === null,
  };
}

/** Edges from the definitions that give it to code outside the codebase; null if the time ran out. */
function registeringEdges(
  resolution: Resolution,
  ref: ScopeRef,
  { isAsked, isEnd = () => false }: Pick<CallersOptions, "isAsked" | "isEnd">,
): readonly CallEdge[] | null {
  try {
    return registrationsOf(resolution, ref)
      .filter(({ file }) => isAsked(file))
      .flatMap((registration) => edgesOf(registration).filter(({ to }) => isSameScope(to, ref)));
  } catch (error) {
    if (!isEnd(error)) throw error;
    return null;
  }
}

export function edgesOf({ from, targets, file, site }: Registration): readonly CallEdge[] {
  return targets.map(({ file: defining, scope, confidence, via }): CallEdge => ({
    from,
    to: { file: defining, scope },
    confidence,
    via,
    file,
    site,
  }));
}

/** For a class: all its parts and its constructors as well. Anything else by itself. */
export function withConstructor(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(ref.file);
  if (index?.flow.scopes[ref.scope]?.kind !== "class") return [ref];
  return [ref, ...otherParts(resolution, ref)].flatMap((part) => [part, ...constructorsIn(resolution, part)]);
}

function constructorsIn(resolution: Resolution, { file, scope }: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(file);
  return (index?.scopes.childrenOf(scope) ?? [])
    .filter((at) => ((index?.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.constructor) !== 0)
    .map((at) => ({ file, scope: at }));
}
