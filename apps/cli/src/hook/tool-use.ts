/**
 * What an agent did with a tool, as far as advice about code search needs to know. Reads the input that
 * coding agents give their hooks, as documented on the pages in `setup/guidance/client-guidance.ts`. Pure.
 */

export type ToolUse =
  /** A search by text or by file name. */
  | { readonly kind: "search" }
  /** Reading; `target` identifies what was read, so that reading on in one file counts once. */
  | { readonly kind: "read"; readonly target: string }
  /** Anything else: a call of Satori, or other work. */
  | { readonly kind: "other" };

/** Names of built-in tools, in lower case: Claude Code, Codex, Cursor, Gemini CLI. */
const SEARCH_TOOLS = new Set(["grep", "glob", "grep_search", "search_file_content"]);
const READ_TOOLS = new Set(["read", "read_file", "read_many_files"]);
const SHELL_TOOLS = new Set(["bash", "shell", "run_shell_command"]);
/** Fields in which clients name the file that is read, in the order in which they are tried. */
const FILE_FIELDS = ["file_path", "absolute_path", "target_file", "path"];

/**
 * Classifies a tool call.
 *
 * @param name the client's name of the tool
 * @param input the tool's arguments, unchecked
 */
export function toolUseOf(name: string, input: unknown): ToolUse {
  const tool = name.toLowerCase();
  if (SEARCH_TOOLS.has(tool)) return { kind: "search" };
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  if (READ_TOOLS.has(tool)) {
    const file = FILE_FIELDS.map((field) => fields[field]).find((value) => typeof value === "string");
    return { kind: "read", target: String(file ?? JSON.stringify(fields)) };
  }
  if (SHELL_TOOLS.has(tool) && typeof fields["command"] === "string") return shellUseOf(fields["command"]);
  return { kind: "other" };
}

const SEARCH_COMMAND = /^(?:(?:[ef]|z)?grep|rg|ag|ack|fd|fdfind|find|git grep)$/;
const READ_COMMAND = /^(?:cat|bat|head|tail|less|more|nl|sed)$/;
/** Commands that say nothing about what the agent is doing. */
const NEUTRAL_COMMAND = /^(?:cd|pwd|ls|echo|true|wc)$/;
/** A shell that runs the command in its argument: `bash -lc 'rg x'`. */
const NESTED_SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh\s+-l?c\s+(['"])([\s\S]*)\1\s*$/;

/** Longest shell command that is examined, in UTF-16 units; longer ones are scripts. */
const MAX_COMMAND_LENGTH = 4_000;

function shellUseOf(command: string): ToolUse {
  if (command.length > MAX_COMMAND_LENGTH) return { kind: "other" };
  const nested = NESTED_SHELL.exec(command.trim());
  const uses = pipelinesIn(nested?.[2] ?? command).map(pipelineUseOf);
  const other = uses.find((use) => use?.kind === "other");
  return other ?? uses.find((use) => use !== null) ?? { kind: "other" };
}

/** What the first command of a pipeline does; null if it does not matter. */
function pipelineUseOf(pipeline: string): ToolUse | null {
  const words = pipeline.split(/\s+/).filter((word, at) => word !== "" && !(at === 0 && word === "("));
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  const [first = "", second = ""] = words.slice(Math.max(start, 0));
  const program = first.slice(first.lastIndexOf("/") + 1);
  if (NEUTRAL_COMMAND.test(program)) return null;
  if (SEARCH_COMMAND.test(program) || SEARCH_COMMAND.test(`${program} ${second}`))
    return /\s-(?:delete|exec)/.test(pipeline) ? { kind: "other" } : { kind: "search" };
  const isWriting = pipeline.includes(">") || (program === "sed" && /\s-[a-zA-Z]*i/.test(pipeline));
  return READ_COMMAND.test(program) && !isWriting ? { kind: "read", target: pipeline } : { kind: "other" };
}

/** The first command of each pipeline of a command line, trimmed. Quoted text is not split. */
function pipelinesIn(command: string): string[] {
  const first: string[] = [];
  let quote = "";
  let current = "";
  let isInPipe = false;
  const end = (): void => {
    if (current.trim() !== "") first.push(current.trim());
    current = "";
  };
  for (let at = 0; at < command.length; at++) {
    const char = command[at] as string;
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (";&|\n".includes(char)) {
      end();
      isInPipe = char === "|" && command[at + 1] !== "|" && command[at - 1] !== "|";
      continue;
    }
    if (!isInPipe) current += char;
  }
  end();
  return first;
}
