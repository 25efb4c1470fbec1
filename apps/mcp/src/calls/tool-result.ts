/** Converts answers into MCP tool results, in each of the forms that a server can answer in. Pure. */
import {
  type AnswerForm,
  formatHead,
  outcomeOf,
  resemblesAnswer,
  type ToolName,
  type ToolOutput,
  withArguments,
} from "@satori/contracts";
import { answerLine, textAnswer } from "@satori/render";
import type { Call } from "./call.ts";

/** A type alias: an interface would not fit the protocol's open result types. */
export type CallResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
};

/** The result of a call. Answers that are not `ok` have their JSON as text in every form. */
export function toolResult(
  { tool, args }: Pick<Call, "tool" | "args">,
  answer: ToolOutput<ToolName>,
  form: AnswerForm = "both",
): CallResult {
  const { status } = outcomeOf(answer);
  return {
    content: textsOf({ tool, args }, answer, form).map((text) => ({ type: "text", text })),
    ...(form === "text" ? {} : { structuredContent: { ...answer } }),
    isError: status === "error",
  };
}

function textsOf(
  { tool, args }: Pick<Call, "tool" | "args">,
  answer: ToolOutput<ToolName>,
  form: AnswerForm,
): readonly string[] {
  const json = [JSON.stringify(answer)];
  if (outcomeOf(answer).status !== "ok" || tool === "manage_index" || tool === "set_scope") return json;
  switch (form) {
    case "both":
      return plainTextsOf(answer, Object(args) as object) ?? json;
    case "structured":
      return [answerLine(tool, answer)];
    case "text": {
      const text = textAnswer(tool, Object(args) as object, answer);
      return text === null ? json : [`${formatHead(tool, text.head)}\n\n${text.body}`, ...text.additions];
    }
  }
}

/**
 * The text of a file for a plain read, which models read better unescaped; null for other answers. If the
 * answer says more than that, a second text contains the rest, since not every client shows structured
 * content to the model. A file that looks like an answer is not sent alone: clients without structured
 * content could not tell it from one.
 */
function plainTextsOf(answer: ToolOutput<ToolName>, args: object): readonly string[] | null {
  if (!("tool" in answer) || answer.tool !== "read_file" || answer.status !== "ok") return null;
  if (withArguments(args, answer).mode !== "plain" || resemblesAnswer(answer.content)) return null;
  const { content, message, warnings, hints, file, symbol, startLine, endLine, totalLines, truncated } =
    answer;
  // A caller that requested a symbol does not know its file and lines.
  const says = message !== undefined || warnings !== undefined || hints !== undefined || symbol !== undefined;
  return says
    ? [content, JSON.stringify({ message, warnings, hints, file, startLine, endLine, totalLines, truncated })]
    : [content];
}
