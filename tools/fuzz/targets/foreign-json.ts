import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printable } from "@satori/contracts";
import { looseObject } from "../../../libs/sidecar/src/languages/ecma/resolution/configs.ts";
import { recordedCorruption } from "../../../libs/engine/src/codebase/corruption.ts";
import { INDEX_FILES } from "../../../libs/engine/src/codebase/home/home.ts";
import { notedOwner } from "../../../libs/engine/src/codebase/home/lock.ts";
import { readIdentity } from "../../../libs/engine/src/codebase/home/tracking.ts";
import { readConfig } from "../../../libs/engine/src/config.ts";
import { indexedVectors } from "../../../libs/engine/src/embed/remote/provider.ts";
import { readVectors } from "../../../libs/engine/src/embed/remote/remote-embedder.ts";
import { EngineError } from "../../../libs/engine/src/errors.ts";
import { listIn } from "../../../libs/engine/src/http/json-fields.ts";
import { ServiceFailure, failureOf } from "../../../libs/engine/src/http/service-failure.ts";
import { readScores } from "../../../libs/engine/src/rerank/remote-reranker.ts";
import { readConfigFile } from "../../../libs/engine/src/settings.ts";
import { readRecords } from "../../../libs/engine/src/store/milvus/records.ts";
import { InputReader, fuzzTarget, textIn } from "../target.ts";

const folder = mkdtempSync(join(tmpdir(), "satori-fuzz-"));
const CHARS_SHOWN = 400;

export default fuzzTarget({
  checks:
    "configuration, notes beside an index, package.json and tsconfig.json, answers of services and of " +
    "Milvus: expected errors alone, and nothing unbounded or with control characters is shown",
  dictionary: [
    '{"SATORI_EMBEDDER":"openai"}',
    '"SATORI_HTTP_TOKEN"',
    '"OPENAI_BASE_URL"',
    '"path":"/a"',
    '"pid":1,"startedAt":"1"',
    '"error":{"message":',
    '"retryDelay":"3s"',
    '"kind":"satori_index_owner_v1"',
    "/*",
    "*/",
    "// c\n",
    ",}",
    '"data":[{"index":0,"embedding":[1]}]',
    '"results":[{"index":0,"relevance_score":0.5}]',
    "\x1b[31m",
  ],
  run(input) {
    const reader = new InputReader(input);
    const mode = reader.byte() % 6;
    const bytes = reader.rest();
    CHECKS[mode]?.(bytes);
  },
});

const CHECKS: readonly ((bytes: Uint8Array) => void)[] = [
  function configFile(bytes) {
    const path = join(folder, "config.json");
    writeFileSync(path, bytes);
    expecting(EngineError, () =>
      readConfig({
        environment: { SATORI_HOME: folder },
        fileValues: readConfigFile(path),
        freshnessPolicy: "by_age",
      }),
    );
  },
  function environment(bytes) {
    const values = textIn(bytes)
      .split("\n")
      .map((line) => line.split("=", 2));
    expecting(EngineError, () =>
      readConfig({
        environment: { SATORI_HOME: folder, ...(Object.fromEntries(values) as Record<string, string>) },
        fileValues: {},
        freshnessPolicy: "always",
      }),
    );
  },
  function notes(bytes) {
    for (const file of [INDEX_FILES.damage, INDEX_FILES.lockOwner, INDEX_FILES.identity])
      writeFileSync(join(folder, file), bytes);
    const [damage, owner, identity] = [recordedCorruption(folder), notedOwner(folder), readIdentity(folder)];
    if (
      [damage?.runId ?? "", damage?.cause ?? "", owner?.since ?? "", identity?.path ?? ""].some(
        (value) => typeof value !== "string",
      )
    )
      throw new Error("A note holds something else than texts");
  },
  function looseJson(bytes) {
    const text = textIn(bytes);
    const value = looseObject(text);
    if (typeof value !== "object" || Array.isArray(value)) throw new Error("No object");
    // Text that is valid JSON has the same value in both parsers.
    const plain = parsedOrUndefined(text);
    if (
      typeof plain === "object" &&
      plain !== null &&
      !Array.isArray(plain) &&
      JSON.stringify(plain) !== JSON.stringify(value)
    )
      throw new Error(`${text} became ${JSON.stringify(value)}`);
  },
  function serviceAnswers(bytes) {
    const text = textIn(bytes);
    for (const status of [302, 400, 401, 404, 429, 500]) {
      const { detail, retryAfterMs } = failureOf({
        status,
        text,
        retryAfter: status === 429 ? text : null,
        nowMs: 0,
      });
      if (detail.length > CHARS_SHOWN || /[\0-\x1f]/.test(detail))
        throw new Error(`Shown is ${JSON.stringify(detail)}`);
      if (retryAfterMs !== null && !(retryAfterMs >= 0)) throw new Error(`Wait ${retryAfterMs} ms`);
    }
    const answer = parsedOrUndefined(text);
    expecting(ServiceFailure, () => {
      for (const vector of readVectors(indexedVectors(answer), { texts: 1, dimension: null }))
        if (!vector.every(Number.isFinite)) throw new Error("A vector without all its numbers");
    });
    expecting(ServiceFailure, () => {
      if (readScores(listIn(answer, "results"), 2).length !== 2) throw new Error("A text without its score");
    });
  },
  function records(bytes) {
    const text = textIn(bytes);
    readRecords([...text.split("\n"), parsedOrUndefined(text)]);
    if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(printable(text).replaceAll("\t", "")))
      throw new Error("A control character is printed");
  },
];

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function expecting(expected: typeof EngineError | typeof ServiceFailure, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof expected)) throw error;
  }
}
