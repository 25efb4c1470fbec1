/**
 * `satori hook CLIENT`: coding agents run it after each search, read or shell command. It answers with one
 * line of advice when there were many in a row, and with an empty object otherwise. It must not disturb the
 * agent: it always ends with 0, prints nothing but JSON, blocks nothing, and writes nothing into the project.
 * `bin/satori.js` starts it without loading the rest of the command line.
 */
import { ADVICE, afterCall } from "./hook/advice.ts";
import {
  explorationFile,
  explorationFolder,
  readExploration,
  writeExploration,
} from "./hook/explorations.ts";
import { toolUseOf } from "./hook/tool-use.ts";

/** A tool's result is part of the input; larger ones are not examined. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
/** A client that does not close stdin must not wait for this program. */
const MAX_WAIT_MS = 2_000;

try {
  const answer = answerTo(await inputText(), process.argv[3] ?? "");
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
} catch {
  process.stdout.write("{}\n", () => process.exit(0));
}

async function inputText(): Promise<string> {
  const timer = setTimeout(() => process.stdin.destroy(new Error("stdin stays open")), MAX_WAIT_MS);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_INPUT_BYTES) throw new Error("too large");
    parts.push(part);
  }
  clearTimeout(timer);
  return Buffer.concat(parts).toString("utf8");
}

function answerTo(text: string, client: string): object {
  const input = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const textIn = (...fields: readonly string[]): string => {
    const value = fields.map((field) => input[field]).find((field) => typeof field === "string");
    return typeof value === "string" ? value : "";
  };
  const session = textIn("session_id", "conversation_id", "sessionId");
  const tool = textIn("tool_name");
  if (session === "" || tool === "") return {};
  const folder = explorationFolder();
  // Sub-agents of one session are separate agents.
  const file = explorationFile(folder, client, session, textIn("agent_id"));
  const { exploration, isAdviceDue } = afterCall(
    readExploration(file),
    toolUseOf(tool, input["tool_input"]),
    Date.now(),
  );
  writeExploration(folder, file, exploration);
  if (!isAdviceDue) return {};
  return client === "cursor"
    ? { additional_context: ADVICE }
    : {
        hookSpecificOutput: {
          hookEventName: textIn("hook_event_name", "hookEventName") || "PostToolUse",
          additionalContext: ADVICE,
        },
      };
}
