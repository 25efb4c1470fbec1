import { describe, expect, it } from "vitest";
import { mutate, stretchOf, stretched } from "./mutate.ts";
import { seededRandom } from "./random.ts";

const WORDS = [Buffer.from("word")];

function mutations(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    Buffer.from(
      mutate(Buffer.from("input"), { random, maxBytes: 64, words: WORDS, other: Buffer.from("other") }),
    ).toString("latin1"),
  );
}

describe("a mutation", () => {
  it("is decided by the seed", () => {
    expect(mutations(1, 100)).toEqual(mutations(1, 100));
    expect(mutations(1, 100)).not.toEqual(mutations(2, 100));
  });

  it("leaves the input as it was, and keeps within the bound", () => {
    const input = Buffer.from("input");
    const random = seededRandom(3);
    for (let times = 0; times < 1_000; times++)
      expect(mutate(input, { random, maxBytes: 16, words: WORDS, other: input }).length).toBeLessThanOrEqual(
        16,
      );
    expect(input.toString()).toBe("input");
  });

  it("takes words, and parts of other inputs, in", () => {
    const all = mutations(4, 2_000).join("|");
    expect(all).toContain("word");
    expect(all).toContain("other");
  });

  it("works on nothing", () => {
    const random = seededRandom(5);
    for (let times = 0; times < 500; times++)
      mutate(new Uint8Array(), { random, maxBytes: 8, words: [], other: new Uint8Array() });
  });
});

it("a stretched input is as long as asked, and repeats one piece", () => {
  const random = seededRandom(6);
  for (let times = 0; times < 100; times++) {
    const choice = stretchOf(Buffer.from("abcdefgh"), { random, words: WORDS });
    const long = Buffer.from(stretched(choice, 10_000));
    expect(long.length).toBeGreaterThan(9_900);
    expect(long.length).toBeLessThanOrEqual(10_000);
    expect(long.includes(Buffer.concat([choice.piece, choice.piece]))).toBe(true);
  }
});
