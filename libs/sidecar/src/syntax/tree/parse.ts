/**
 * Parses texts within a budget: by count rather than by time, so that the same file is parsed or given up on
 * every machine alike.
 */
import type { Language, Parser, Tree } from "web-tree-sitter";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { ParserMemory } from "./parser-memory.ts";

const UNIT_BYTES = 2;
/** Room for a text that most fit into. */
const FIRST_UNITS = 1 << 15;

export class TextParser {
  private textAt = 0;
  private textUnits = 0;

  constructor(private readonly memory: ParserMemory) {}

  /** Null when the budget ran out. Throws for a trap in the parser, which is of no use then. */
  parse(parser: Parser, language: Language, text: string): Tree | null {
    const { reads, callbacks } = budgetOf(text);
    // Some scanners keep what they were in the middle of when a file ended; setting the language gives a new
    // one.
    parser.setLanguage(language);
    this.reserve(text.length);
    const { kernel, bytes } = this.memory;
    bytes.write(text, this.textAt, "utf16le");
    kernel.begin(this.textAt, text.length, SIDECAR_LIMITS.readChars, reads, callbacks);
    let tree: Tree | null = null;
    let isWithinBudget = false;
    try {
      tree = parser.parse(askedForText);
    } finally {
      isWithinBudget = kernel.end() === 1;
    }
    if (tree && isWithinBudget) return tree;
    tree?.delete();
    parser.reset();
    return null;
  }

  private reserve(units: number): void {
    if (units <= this.textUnits) return;
    if (this.textUnits > 0) this.memory.free(this.textAt);
    this.textUnits = 0;
    const room = Math.max(FIRST_UNITS, units);
    this.textAt = this.memory.allocate(room * UNIT_BYTES);
    this.textUnits = room;
  }
}

/**
 * How often the parser may ask for a piece of the text, and how often it may report that it is still at it.
 */
function budgetOf({ length }: string): { reads: number; callbacks: number } {
  const { parseCallbacks, parseCallbacksAtLeast, charsPerParseCallback, readChars, readsPerPiece } =
    SIDECAR_LIMITS;
  return {
    reads: readsPerPiece * Math.ceil(length / readChars + 1),
    callbacks: Math.min(parseCallbacks, parseCallbacksAtLeast + length / charsPerParseCallback),
  };
}

function askedForText(): never {
  throw new Error("The parser asked for text where it has it");
}
