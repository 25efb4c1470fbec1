/**
 * Remembers which parts of damaged files parse. Versions of a file have most of their functions in common,
 * and the repair of a file parses each of them alone: from the second version on, only what changed.
 */
import { createHash } from "node:crypto";
import type { GrammarSupport } from "../language.ts";

/** About 100 bytes each. The largest repairs try some thousand parts. */
const MAX_PARTS = 50_000;

const byGrammar = new WeakMap<GrammarSupport, ParsedParts>();

/** The known parts of a grammar, in this thread. */
export function parsedPartsOf(grammar: GrammarSupport): ParsedParts {
  const known = byGrammar.get(grammar) ?? new ParsedParts();
  byGrammar.set(grammar, known);
  return known;
}

export class ParsedParts {
  /** By digest, those that were added longest ago first. */
  private readonly parts = new Map<string, boolean>();

  /**
   * Whether a part parses.
   *
   * @param parse null if the parser gave up, which may depend on more than the part
   */
  parses(part: string, parse: () => boolean | null): boolean {
    const key = createHash("sha1").update(part).digest("base64");
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const isSound = parse();
    if (isSound !== null) this.add(key, isSound);
    return isSound ?? false;
  }

  private add(key: string, isSound: boolean): void {
    this.parts.set(key, isSound);
    if (this.parts.size <= MAX_PARTS) return;
    for (const oldest of this.parts.keys()) return void this.parts.delete(oldest);
  }
}
