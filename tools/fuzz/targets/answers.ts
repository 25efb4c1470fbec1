import {
  exitCodeOfResult,
  envelopeIn,
  parseEnvelope,
  parseManageStatus,
  parseWorkspaceAnswer,
  pollStepOf,
  textAnswerIn,
  unknownStatusOf,
} from "@satori/contracts";
import { parseLegacyManageText } from "../../../libs/contracts/src/parse/legacy-text.ts";
import { fuzzTarget, textIn } from "../target.ts";

const ENVELOPE = '{"tool":"manage_index","version":1,"status":"ok","action":"status","runId":"r"}';

export default fuzzTarget({
  checks: "answers of any server, as structured content and as text: never throw, and lead to one decision",
  dictionary: [
    ENVELOPE,
    '"status":"error"',
    '"error":{"code":"INDEX_FAILED"}',
    '"result":',
    '"code":',
    "satori/1 search_codebase ok",
    ' root="/a b"',
    "\n\n",
    "currently being indexed",
    "is not indexed",
    '"hints":{"retryAfterMs":1}',
    '"__proto__"',
    "null",
    "[]",
  ],
  run(input) {
    const text = textIn(input);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = text;
    }
    const blocks = Array.isArray(value)
      ? (value as { type: string; text?: string }[])
      : [{ type: "text", text }];
    for (const result of [
      { structuredContent: value },
      { content: [{ type: "text", text }] },
      { structuredContent: value, content: blocks, isError: true },
      { content: value as never },
    ]) {
      const envelope = envelopeIn(result);
      const answer = parseEnvelope(result);
      if ((answer === null) !== (envelope === null && textAnswerIn(result) === null))
        throw new Error("An answer that is neither an envelope nor text");
      if (answer !== null && unknownStatusOf(result) !== null)
        throw new Error("An envelope with an unknown status");
      const { source } = parseManageStatus(result);
      if (answer !== null && source !== "envelope") throw new Error("An envelope that is read as prose");
      parseWorkspaceAnswer(result);
      const exit = exitCodeOfResult(result);
      if (![0, 1, 2, 3].includes(exit)) throw new Error(`Exit code ${exit}`);
      const step = pollStepOf(result, "r");
      if (typeof step !== "object" || step === null) throw new Error("No step");
    }
    parseLegacyManageText(text);
  },
});
