/** Maps language names that people use to language ids. Pure. */
import { languageIdOf, profileOf } from "@satori/sidecar";

export interface NamedLanguages {
  readonly ids: ReadonlySet<string>;
  /** Names of unknown languages, as written. */
  readonly unknown: readonly string[];
}

/** Resolves language names. Never throws. */
export function readLanguages(names: readonly string[]): NamedLanguages {
  const known = names.map((name) => languageIdOf(name));
  // `ts` includes its JSX dialect.
  const ids = known.flatMap((id) => (id === null ? [] : [id, ...profileOf(id).dialects]));
  return { ids: new Set(ids), unknown: names.filter((_, at) => known[at] === null) };
}
