/** Draws mutations at random, the same ones for the same seed. Pure. */
import { seededRandom, shuffled } from "../support/random.ts";
import { MUTATED_KINDS, MUTATIONS, type Mutation, mutationId } from "./mutation.ts";

/** Half of the mutations is for development; figures are reported of the other half. */
export const HALVES = ["development", "report"] as const;
export type Half = (typeof HALVES)[number];

export interface Drawn {
  readonly mutation: Mutation;
  readonly half: Half;
}

/**
 * About as many of each kind of symbol and each kind of mutation, as far as there are; each second one of a
 * kind is of the other half. In the order of the mutations.
 */
export function drawn(mutations: readonly Mutation[], count: number, seed: number): Drawn[] {
  const random = seededRandom(seed);
  const strata = MUTATED_KINDS.flatMap((kind) =>
    MUTATIONS.map((type) =>
      shuffled(
        mutations.filter((one) => one.kind === kind && one.mutation === type),
        random,
      ),
    ),
  );
  const found: Drawn[] = [];
  for (let round = 0; found.length < count && strata.some((stratum) => stratum.length > round); round++)
    for (const stratum of strata) {
      const mutation = stratum[round];
      if (mutation && found.length < count) found.push({ mutation, half: HALVES[round % 2] ?? "report" });
    }
  const order = new Map(mutations.map((mutation, at) => [mutationId(mutation), at]));
  const placeOf = ({ mutation }: Drawn): number => order.get(mutationId(mutation)) ?? 0;
  return found.sort((left, right) => placeOf(left) - placeOf(right));
}
