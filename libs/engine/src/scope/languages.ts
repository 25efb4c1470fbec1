/** Languages as people name them → the ids that files have. Pure. */
import { languageIdOf } from "@satori/sidecar";

export interface NamedLanguages {
  readonly ids: ReadonlySet<string>;
  /** Names that no language has, as they were given. */
  readonly unknown: readonly string[];
}

export function readLanguages(names: readonly string[]): NamedLanguages {
  const known = names.map((name) => languageIdOf(name));
  // `ts` means its JSX dialect as well.
  const ids = known.flatMap((id) => (id === null ? [] : id === "typescript" ? [id, "tsx"] : [id]));
  return { ids: new Set(ids), unknown: names.filter((_, at) => known[at] === null) };
}
