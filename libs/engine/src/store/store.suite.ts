/** The behaviour that every store shares; `store.test.ts` runs it for each of them. */
import { describe } from "vitest";
import { describeLexical } from "./suite/lexical.suite.ts";
import { type StoreFixture, openingsOf } from "./suite/openings.ts";
import { describeReaders } from "./suite/readers.suite.ts";
import { describeRuns } from "./suite/runs.suite.ts";
import { describeSyncs } from "./suite/syncs.suite.ts";
import { describeVectors } from "./suite/vectors.suite.ts";

export function describeStore(name: string, openPlace: () => StoreFixture): void {
  describe(`store ${name}`, () => {
    const openings = openingsOf(openPlace);
    describeRuns(openings);
    describeSyncs(openings);
    describeReaders(openings);
    describeLexical(openings);
    describeVectors(openings);
  });
}
