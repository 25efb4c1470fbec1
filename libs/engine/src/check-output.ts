/** Output validation with SATORI_VALIDATE_OUTPUT=1: every answer must match its schema. */
import type { LogEvent } from "./ports.ts";
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";

/** Returns the answer itself, or an INTERNAL failure and a log line with the problems. */
export async function checkOutput<Tool extends ToolName>(
  tool: Tool,
  answer: ToolOutput<Tool>,
  log: LogEvent,
): Promise<ToolOutput<Tool>> {
  // The validators are half a megabyte: loaded only if needed.
  const { validateOutput } = await import("@satori/contracts/validate-output");
  // Validates what is sent: JSON drops undefined fields.
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
