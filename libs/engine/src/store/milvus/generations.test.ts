import { expect, it } from "vitest";
import { FINGERPRINT } from "../../testing/store-content.ts";
import { type Generation, byCompletionThenLocation } from "./generations.ts";

it(
  "what a checkout can take over goes by the last completion, then by name, in whichever order the " +
    "server gives it",
  () => {
    const generation = (collection: string, codebase: string, ...completedAt: string[]): Generation =>
      ({
        place: { collection, codebase, dimension: 8 },
        records: {
          owner: null,
          members: [],
          markers: completedAt.map((at) => ({ completedAt: at, fingerprint: FINGERPRINT })),
        },
      }) as unknown as Generation;
    const sorted = [
      generation("a", "1", "2026-01-01", "2026-01-03"),
      generation("b", "1", "2026-01-02"),
      generation("c", "1", "2026-01-02"),
      generation("c", "2", "2026-01-02"),
      generation("a", "0"),
    ];
    expect([...sorted].reverse().sort(byCompletionThenLocation)).toEqual(sorted);
    expect([2, 0, 3, 4, 1].map((at) => sorted[at] as Generation).sort(byCompletionThenLocation)).toEqual(
      sorted,
    );
  },
);
