import { describe, expect, it } from "vitest";
import cases from "./testing/static.vectors.json" with { type: "json" };
import { STATIC_MODEL_ID, StaticEmbedder, modelIdOf, readAsset } from "./static.ts";

interface Case {
  readonly text?: string;
  readonly repeat?: { readonly text: string; readonly times: number };
  readonly path?: string;
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

const embedder = new StaticEmbedder();
const textOf = ({ text, repeat }: Case): string => text ?? repeat?.text.repeat(repeat.times) ?? "";

describe("static embedder", () => {
  it("has the model that its id names", () => {
    expect(modelIdOf(readAsset("model.bin"), readAsset("vocab.json"))).toBe(STATIC_MODEL_ID);
    expect(embedder.dimension).toBe(256);
  });

  it.each((cases.cases as readonly Case[]).map((entry, at) => [at, entry] as const))(
    "reproduces the reference of case %i",
    async (_, entry) => {
      const text = textOf(entry);
      // A case without a path is embedded like a question; an empty path adds no tokens to a document's.
      expect(embedder.documentIds({ path: entry.path ?? "", text }).flatMap((ids) => [...ids])).toEqual(
        entry.ids,
      );
      const [vector] =
        entry.path === undefined
          ? [await embedder.embedQuery(text)]
          : await embedder.embedDocuments([{ path: entry.path, text }]);
      expect(
        Math.max(...entry.vector.map((component, at) => Math.abs(component - (vector?.[at] ?? Number.NaN)))),
      ).toBeLessThan(2e-6);
    },
  );
});
