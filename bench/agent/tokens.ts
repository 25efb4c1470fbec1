/** Counts the tokens of a text in OpenAI's vocabulary o200k_base. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Source code may contain the names of special tokens; here they are text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

export function tokensOf(text: string): number {
  return countTokens(text, AS_TEXT);
}
