/**
 * Parses texts within a budget. The budget is a count rather than a time, so that the parser gives up on the
 * same files on every machine.
 */
import type { Language, Parser, Tree } from "web-tree-sitter";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { ParserMemory } from "./parser-memory.ts";

const UNIT_BYTES = 2;
/** Initial capacity; most texts fit. */
const FIRST_UNITS = 1 << 15;

/** Copies a text into the parser's memory and parses it there. */
export class TextParser {
  private textAt = 0;
  private textUnits = 0;

  constructor(private readonly memory: ParserMemory) {}

  /** The tree, or null if the budget ran out. Throws if the parser traps; it must not be used afterwards. */
  parse(parser: Parser, language: Language, text: string): Tree | null {
    const { reads, callbacks } = budgetOf(text);
    // Some scanners keep state when a file ends in the middle of a token. Setting the language creates a new
    // scanner.
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

/** How often the parser may request a piece of the text, and how often it may report progress. */
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
