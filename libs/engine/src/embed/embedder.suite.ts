/** The behaviour that every embedder shares; `embedder.test.ts` runs it for each of them. */
import { describe, expect, it } from "vitest";
import type { Embedder } from "./embedder.ts";

const DOCUMENTS = [
  { path: "src/parser.py", text: "def parse(text):\n    return tokens(text)\n" },
  { path: "src/server.py", text: "class Server:\n    def listen(self, port): ...\n" },
  { path: "docs/intro.md", text: "The server listens, and the parser parses." },
];
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);

export function describeEmbedder(name: string, open: () => Embedder): void {
  describe(`embedder ${name}`, () => {
    it("gives one unit vector of its dimension for each document, path and question", async () => {
      const embedder = open();
      const vectors = [
        ...(await embedder.embedDocuments(DOCUMENTS)),
        ...(await embedder.embedPaths(["src/parser.py"])),
        await embedder.embedQuery("where is text parsed"),
      ];
      expect(vectors.map(({ length }) => length)).toEqual(
        Array.from({ length: 5 }, () => embedder.dimension),
      );
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
    });

    it("gives a text the same vector whatever stands beside it", async () => {
      const embedder = open();
      const together = await embedder.embedDocuments(DOCUMENTS);
      const reversed = await embedder.embedDocuments([...DOCUMENTS].reverse());
      const alone = await Promise.all(
        DOCUMENTS.map(async (document) => (await open().embedDocuments([document]))[0]),
      );
      expect(reversed.reverse()).toEqual(together);
      expect(alone).toEqual(together);
    });

    it("tells different texts apart", async () => {
      const [parser, server] = await open().embedDocuments(DOCUMENTS);
      expect(parser).not.toEqual(server);
    });

    it("gives zeros for a question without known words", async () => {
      expect(lengthOf(await open().embedQuery("?! -- ..."))).toBe(0);
    });

    it("has nothing to say about nothing", async () => {
      expect(await open().embedDocuments([])).toEqual([]);
      expect(await open().embedPaths([])).toEqual([]);
    });

    it("keeps vectors that it gave when it is asked again", async () => {
      const embedder = open();
      const first = await embedder.embedQuery("one question");
      const copy = first.slice();
      await embedder.embedQuery("another question");
      expect(first).toEqual(copy);
    });
  });
}
