/**
 * Results of searches in a small frozen repository, as text that people can judge. `vitest --update` rewrites
 * it.
 */
import type { ChunkResult, GroupResult, SearchCodebaseInput, SearchCodebaseOk } from "@satori/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

const FIXTURE = new URL("../../../../fixtures/courier", import.meta.url);

/** Each with the arguments that differ from the defaults. */
const QUESTIONS: readonly (readonly [question: string, args?: Partial<SearchCodebaseInput>])[] = [
  ["where are failed requests sent again with exponential backoff"],
  ["HttpClient"],
  ["SessionStore.refresh"],
  ["how is a cron expression parsed"],
  ["evict the least recently used entry"],
  ["priority queue of due jobs"],
  ["what happens after too many failures in a row"],
  ["distance between two coordinates"],
  ["how are passwords stored safely"],
  ["invoice total with tax and discount"],
  ["list of the customer's parcels on the page"],
  ["release script"],
  ["lang:go how do workers get their jobs"],
  ["path:reports write rows for a spreadsheet"],
  ["must:jitter how long to wait"],
  ["-path:web exclude:protobuf Job"],
  ["unit tests for the queue", { scope: "mixed" }],
  ["murmur hash of a key", { scope: "mixed" }],
  ["retry policy", { scope: "mixed" }],
  ["what to do when the queue is stuck", { scope: "docs" }],
  ["delivery window of a parcel", { groupBy: "file" }],
  ["how do quaternions blend skeletal animations"],
];
const SHOWN = 5;

let courier: TestCodebase;
beforeAll(async () => {
  courier = await indexedTree(FIXTURE);
});
afterAll(() => courier[Symbol.asyncDispose]());

it("finds in the fixture what its golden file says", async () => {
  const parts: string[] = [];
  for (const [question, args = {}] of QUESTIONS)
    parts.push(
      transcript(
        question,
        args,
        await courier.search(question, { rankingMode: "default", limit: SHOWN, ...args }),
      ),
    );
  await expect(parts.join("\n")).toMatchFileSnapshot("./goldens/courier.txt");
});

function transcript(
  question: string,
  args: Partial<SearchCodebaseInput>,
  { confidence, unknownTerms, warnings = [], results }: SearchCodebaseOk,
): string {
  const settings = Object.entries(args)
    .map(([name, value]) => ` (${name} ${String(value)})`)
    .join("");
  const unknown = unknownTerms.length > 0 ? `, unknown: ${unknownTerms.join(" ")}` : "";
  const head = [`? ${question}${settings}`, `  ${[confidence, ...warnings].join(" ")}${unknown}`];
  return [...head, ...results.map((result, at) => `  ${at + 1}. ${placeOf(result)}`), ""].join("\n");
}

function placeOf({ file, span, symbolLabel }: ChunkResult | GroupResult): string {
  return `${file}:${span.startLine}-${span.endLine} ${symbolLabel ?? "-"}`;
}
