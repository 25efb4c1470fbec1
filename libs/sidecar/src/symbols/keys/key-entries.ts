/** A key of a data file: the common output of the readers of all formats. */
import type { SymbolKind } from "@satori/contracts";

export interface KeyEntry {
  /** Not empty, at most `SIDECAR_LIMITS.nameChars` long. */
  readonly name: string;
  /** Names between the enclosing entry and this one: `tool` in `[tool.ruff]` if there is no `[tool]`. */
  readonly scope: readonly string[];
  readonly kind: SymbolKind;
  /** Index of the enclosing entry, which precedes it; -1 at the top level. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  /**
   * Number of keys or items in it. May exceed the number of entries, because some have no name or are too
   * deep.
   */
  readonly count: number;
  readonly unit: "keys" | "items" | "tables" | "elements";
}

/** An entry whose end is not known yet. */
export type OpenEntry = { -readonly [Field in keyof KeyEntry]: KeyEntry[Field] };
