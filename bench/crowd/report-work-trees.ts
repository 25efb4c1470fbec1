/** The report of `crowd --repository`. Pure. */
import type { Report } from "../support/benchmark.ts";
import { median } from "../support/statistics.ts";
import type { Cell } from "../support/table.ts";
import { figure, megabytes, verdict } from "../support/target.ts";
import type { ServedWorkTrees, ServedWorkTreesOptions } from "./served-work-trees.ts";
import type { ServerMemory } from "./server-memory.ts";

const TARGETS = { memory: 1.3, size: 1.5 } as const;

const KINDS: readonly (readonly [keyof ServerMemory, string, number?])[] = [
  ["residentBytes", "resident memory MB", TARGETS.memory],
  ["proportionalBytes", "of this, every page once MB", TARGETS.memory],
  ["anonymousBytes", "of this, without mapped files MB"],
  ["heapBytes", "JavaScript objects MB"],
  ["bufferBytes", "array buffers MB"],
];

export function reportWorkTrees(
  { served, indexed, rounds, ...options }: ServedWorkTreesOptions,
  result: ServedWorkTrees,
): Report {
  const { ofOne, ofAll, fileBytes, files, chunks, questions, differing } = result;
  const memory = KINDS.map(([kind, name, limit]) => {
    const [one, all] = [ofOne, ofAll].map((of) => median(of.map((memoryOf) => memoryOf[kind]))) as [
      number,
      number,
    ];
    return { kind, name, limit, one, all, ratio: all / one };
  });
  const sizes = [served, indexed].map((count) => ({
    name: `index file of ${count} work trees MB`,
    one: fileBytes[0] ?? Number.NaN,
    all: fileBytes[count - 1] ?? Number.NaN,
    limit: count === indexed ? TARGETS.size : undefined,
  }));
  const rows = [...memory, ...sizes].map(({ name, one, all, limit }): Cell[] => [
    name,
    megabytes(one),
    megabytes(all),
    figure(all / one),
    limit === undefined ? "" : verdict(all / one, limit, "×"),
  ]);
  return {
    title: `Work trees of a repository in one index file, ${files} files, ${chunks} chunks, ${rounds} rounds`,
    columns: ["", "one", `several (${served})`, "ratio", "target"],
    rows,
    notes: [
      `${questions} questions about each view; memory after garbage collection, medians`,
      `files that differ from the first tree: ${differing.slice(1).join(", ")}`,
    ],
    results: {
      ...options,
      served,
      indexed,
      rounds,
      files,
      chunks,
      questions,
      differing,
      targets: TARGETS,
      memory: Object.fromEntries(memory.map(({ kind, one, all, ratio }) => [kind, { one, all, ratio }])),
      fileBytes,
      rawMemory: { ofOne, ofAll },
    },
  };
}
