import { isDeepStrictEqual } from "node:util";
import { analyze, compress, decompress } from "@satori/sidecar";
import { decodeCommits, eachCommit, encodeCommits } from "../../../libs/engine/src/model/history.ts";
import {
  decodeChunks,
  decodeSymbols,
  encodeChunks,
  encodeSymbols,
  moreLinesOf,
} from "../../../libs/engine/src/model/structure-codec.ts";
import { decoded } from "../../../libs/engine/src/store/sqlite/corruption-error.ts";
import { folderOf, parsed } from "../../../libs/engine/src/store/sqlite/rows.ts";
import { EngineError } from "../../../libs/engine/src/errors.ts";
import { InputReader, fuzzTarget, textIn } from "../target.ts";

const facts = await analyze(
  "a.ts",
  "/** Doc. */\nexport class A {\n  b(c: string): void {}\n}\n\nfunction d() {}\n",
);

export default fuzzTarget({
  checks:
    "stored chunks, symbols, commits and manifests: damage is STORE_CORRUPT, and chunks come back as " +
    "they were written",
  seeds: () => [
    `\0${encodeChunks(facts.chunks)}`,
    Buffer.concat([Buffer.of(1), decompress(encodeSymbols(facts.symbols))]),
    Buffer.concat([Buffer.of(2), decompress(encodeCommits([{ words: ["a", "b"], paths: ["c", "d"] }]))]),
    "\x03a/b/c\nxyz",
    '\x04{"a":1}',
    "\x05abc\ndef\n\nghi",
  ],
  async run(input) {
    const reader = new InputReader(input);
    const mode = reader.byte() % 6;
    const rest = reader.rest();
    if (mode === 5) return roundTrip(textIn(rest));
    try {
      decoded("here", () => read(mode, rest));
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== "STORE_CORRUPT") throw error;
    }
  },
});

function read(mode: number, bytes: Uint8Array): void {
  switch (mode) {
    case 0: {
      const text = textIn(bytes);
      for (const { start, end } of decodeChunks(text, "a\nb\nc\n"))
        if (!(0 <= start && start <= end && end <= 6))
          throw new Error(`A chunk from ${start} to ${end} of 6`);
      return void moreLinesOf(text);
    }
    case 1:
      return void decodeSymbols(compress(bytes), "a.ts");
    case 2: {
      let last = 0;
      const history = decodeCommits(compress(bytes));
      eachCommit(history, (wordsFrom, pathsFrom, end) => (last = Math.max(last, wordsFrom, pathsFrom, end)));
      return;
    }
    case 3: {
      const [names = "", kinds = ""] = textIn(bytes).split("\n");
      folderOf(
        {
          path: "",
          names,
          kinds: Buffer.from(kinds),
          stats: new Float64Array(4),
          hashes: new Uint8Array(16),
        },
        "here",
      );
      return;
    }
    default:
      parsed("here", textIn(bytes));
  }
}

async function roundTrip(text: string): Promise<void> {
  const { chunks, symbols } = await analyze("a.ts", text);
  if (!isDeepStrictEqual(decodeChunks(encodeChunks(chunks), text), chunks))
    throw new Error("Chunks do not come back");
  if (!isDeepStrictEqual(decodeSymbols(encodeSymbols(symbols), "a.ts"), symbols))
    throw new Error("Symbols do not come back");
}
