/**
 * Input for the call facts of languages without a reader of their own: what their query captures, and the
 * language's settings.
 */
import type { FileFacts } from "../../facts.ts";
import type { GrammarSupport } from "../../language.ts";
import type { Holders } from "../../symbols/holders.ts";

export interface NamedFacts extends Pick<FileFacts, "symbols" | "calls" | "references" | "imports"> {
  readonly holders: Holders;
  readonly support: GrammarSupport;
  readonly text: string;
}
