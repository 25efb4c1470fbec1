import { describe, expect, it, vi } from "vitest";
import { loadTarget, readInputs, seedFolder, seedInputs, targetNames } from "./corpus.ts";

// The test of the grammars loads all of them.
vi.setConfig({ testTimeout: 300_000 });

/** Corpora are part of the repository: few and small inputs, each worth looking at. */
const MOST_BYTES = 1_000_000;

describe.each(targetNames())("the corpus of %s", (name) => {
  it("holds what its target promises", async () => {
    const target = await loadTarget(name);
    for (const { name: input, bytes } of seedInputs(name, target)) {
      await Promise.resolve(target.run(bytes)).catch((error: unknown) => {
        throw new Error(`${name}/${input}`, { cause: error });
      });
    }
  });

  it("gives the fuzzer something to begin with", async () => {
    expect(seedInputs(name, await loadTarget(name))).not.toEqual([]);
  });
});

it("all corpora together stay small", () => {
  const sizes = targetNames().flatMap((name) =>
    readInputs(seedFolder(name)).map(({ bytes }) => bytes.length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});
