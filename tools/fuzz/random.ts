/** Pseudo-random numbers determined by a seed. */

export interface Random {
  /** A whole number from 0 to `below`, exclusive; `below` is at least 1. */
  below(below: number): number;
}

/** @see https://prng.di.unimi.it/ (splitmix32, a 32-bit relative) */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(below) {
      state = (state + 0x9e3779b9) >>> 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
    },
  };
}
