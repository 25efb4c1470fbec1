/**
 * What a file of data says under which key: the common form in which the readers of its formats hand it over.
 */
import type { SymbolKind } from "@satori/contracts";

export interface KeyEntry {
  /** At most `SIDECAR_LIMITS.nameChars` long, not empty. */
  readonly name: string;
  /** Names between the entry around and this one: `tool` of `[tool.ruff]` where there is no `[tool]`. */
  readonly scope: readonly string[];
  readonly kind: SymbolKind;
  /** Position of the entry around, which stands before; -1 at the top. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  /** How many it holds; more than there are entries for where some have no name, or lie too deep. */
  readonly count: number;
  readonly unit: "keys" | "items" | "tables" | "elements";
}

/** One that has not ended. */
export type OpenEntry = { -readonly [Field in keyof KeyEntry]: KeyEntry[Field] };
