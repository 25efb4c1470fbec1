/** With SATORI_VALIDATE_OUTPUT=1: no answer leaves that its schema does not know. */
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";
import type { LogEvent } from "./engine-context.ts";

/** The answer itself, or an INTERNAL failure in its place and a log line that names what is wrong with it. */
export async function checkOutput<Tool extends ToolName>(
  tool: Tool,
  answer: ToolOutput<Tool>,
  log: LogEvent,
): Promise<ToolOutput<Tool>> {
  // Half a megabyte of validators that are not loaded unless asked for.
  const { validateOutput } = await import("@satori/contracts/validate-output");
  // What counts is what is sent: fields that are undefined are not.
  const validation = validateOutput(tool, JSON.parse(JSON.stringify(answer)));
  if (validation.ok) return answer;
  const { status, durationMs } = outcomeOf(answer);
  log("error", "output_invalid", { tool, status, problems: validation.problems });
  return failure(
    tool,
    {
      code: "INTERNAL",
      message: `${tool} returned an answer that does not match its schema`,
      details: validation.problems,
    },
    durationMs ?? 0,
  );
}
