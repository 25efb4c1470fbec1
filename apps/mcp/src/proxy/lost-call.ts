/** The result of a tool call whose process has ended. */
import { ANSWERS_META_KEY, type AnswerForm, failure, isAnswerForm, isToolName } from "@satori/contracts";
import { type CallResult, toolResult } from "../calls/tool-result.ts";

/** Null if the request names no tool. */
export function lostCall(
  { name, arguments: args, _meta: meta }: Readonly<Record<string, unknown>>,
  answers: AnswerForm,
  message: string,
): CallResult | null {
  if (typeof name !== "string" || !isToolName(name)) return null;
  const named = (meta as Readonly<Record<string, unknown>> | undefined)?.[ANSWERS_META_KEY];
  const answer = failure(name, { code: "INTERNAL", message: `${name} failed: ${message}` }, 0);
  return toolResult({ tool: name, args }, answer, isAnswerForm(named) ? named : answers);
}
