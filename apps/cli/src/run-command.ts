/** Runs one command, from its arguments to its exit code. */
import { exitCodeOf, shortCommit } from "@satori/contracts";
import { printable } from "@satori/render";
import type { Answer, CommandContext, CommandSpec, GlobalOptions } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { CommandError, commandErrorOf, EXIT, failureEnvelope } from "./failure.ts";
import type { Interruption } from "./interrupt.ts";
import { isForServers, nameOf, parseCommandLine, type ParsedCommand } from "./program.ts";
import { proseEnvelope } from "./remote/answer.ts";
import { ProseAnswer } from "./remote/prose-answer.ts";
import { folderOf, problemLine, warningLine } from "./render/wording.ts";
import type { Session } from "./session.ts";
import { askOn, type AskOptions } from "./terminal/ask.ts";
import { createTerminal, type OutputStream, type Terminal } from "./terminal/terminal.ts";

/** Work for which an answer does not wait, in order; what is done is removed. */
export type LaterWork = (() => Promise<void>)[];

export interface CommandEnvironment {
  readonly version: string;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Where answers to questions come from. Default: nobody answers. */
  readonly stdin?: AskOptions["stdin"];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Installs the signal handlers; called once there is something to interrupt. */
  readonly listen: () => Interruption;
  /** Where the command notes work that follows its answer; default: a list of its own. */
  readonly later?: LaterWork;
  /** Opens the engine, or the connection to the server that answers. */
  readonly open: (asked: ParsedCommand, signal: AbortSignal) => Promise<Session>;
}

/** After a usage error the options are unknown, so the raw arguments decide. */
function globalsIn(argv: readonly string[]): GlobalOptions {
  return {
    ...(argv.includes("--json") ? { json: true } : {}),
    color: !argv.includes("--no-color"),
    pager: false,
  };
}

/** Returns the exit code. Never throws. */
export async function runCommand(
  argv: readonly string[],
  { version, stdout, stderr, stdin = null, environment, listen, later = [], open }: CommandEnvironment,
): Promise<number> {
  const parsed = parseCommandLine(argv, COMMANDS, version);
  if (parsed.kind === "text") {
    stdout.write(parsed.text);
    return EXIT.ok;
  }
  const globals = parsed.kind === "command" ? parsed.globals : globalsIn(argv);
  const terminal = createTerminal({
    stdout,
    stderr,
    environment,
    isColorOff: !globals.color,
    isPagerOff: !globals.pager,
  });
  const failed = (error: CommandError): number => {
    const { spec } = parsed;
    report(terminal, globals, {
      envelope: failureEnvelope(spec?.tool ?? null, spec ? nameOf(spec) : "satori", error),
      text: "",
    });
    return error.exitCode;
  };
  if (parsed.kind === "usage_error")
    return failed(
      new CommandError(
        "INVALID_ARGUMENTS",
        `${parsed.message}; see satori help${parsed.spec ? ` ${nameOf(parsed.spec)}` : ""}`,
      ),
    );

  using interruption = listen();
  let session: Promise<Session> | undefined;
  const { spec } = parsed;
  try {
    if (globals.server !== undefined && !isForServers(spec))
      throw new CommandError("INVALID_ARGUMENTS", "this command does not use a server: remove --server");
    const context: CommandContext = {
      terminal,
      globals,
      interruption,
      ask: askOn({ stdin, stderr, signal: interruption.signal }),
      version,
      environment,
      session: () => (session ??= open(parsed, interruption.signal)),
      afterAnswer: (work) => void later.push(work),
    };
    const answer = await inTime(await spec.run(context, parsed.operands, parsed.options), spec, interruption);
    // A pager would stop the work that follows for as long as it is open.
    const code = report(
      later.length > 0 ? { ...terminal, show: terminal.out.write } : terminal,
      globals,
      answer,
    );
    await finish(later, terminal);
    return answer.exitCode ?? interruption.exitCode() ?? code;
  } catch (error) {
    const isTooLate = interruption.signal.aborted;
    if (error instanceof ProseAnswer && !isTooLate)
      return report(terminal, globals, {
        envelope: proseEnvelope(error.tool, error.text, error.isOk),
        text: error.isOk ? printable(error.text) : "",
      });
    const known = commandErrorOf(error);
    const code = failed(isTooLate && known.code !== "CANCELLED" ? interrupted() : known);
    return interruption.exitCode() ?? code;
  } finally {
    await session?.then((opened) => opened[Symbol.asyncDispose]()).catch(() => undefined);
  }
}

/** Does the work that follows the answer, which was printed: what goes wrong is only told to people. */
async function finish(later: LaterWork, { err }: Terminal): Promise<void> {
  for (; later[0]; later.shift())
    await later[0]().catch((error: unknown) =>
      err.write(`${err.style.warning(`warning: ${printable(commandErrorOf(error).message)}`)}\n`),
    );
}

/**
 * The answer. After a signal, only an answer about the interruption itself: the user wants nothing else any
 * more.
 */
async function inTime(answer: Answer, spec: CommandSpec, interruption: Interruption): Promise<Answer> {
  const isAboutEnd = answer.exitCode !== undefined || answer.envelope.error?.code === "CANCELLED";
  if (isAboutEnd || !(await interruption.hasCome())) return answer;
  return {
    envelope: failureEnvelope(spec.tool, nameOf(spec), interrupted()),
    text: "",
    ...(answer.isAlwaysJson ? { isAlwaysJson: true } : {}),
  };
}

/** What was done until then is unknown here. */
function interrupted(): CommandError {
  return new CommandError("CANCELLED", "interrupted before an answer arrived");
}

// Prints the result of a command: only the envelope for programs, text and short sentences for people.

/** Returns the exit code. */
export function report(
  terminal: Terminal,
  globals: Pick<GlobalOptions, "json" | "quiet">,
  answer: Answer,
): number {
  const { envelope, written = envelope } = answer;
  if (globals.json || answer.isAlwaysJson) {
    if (!answer.isPrinted) terminal.out.write(`${JSON.stringify(written)}\n`);
  }
  // A process that did the work instead of this one has already informed people.
  else if (answer.exitCode === undefined) sayToPeople(terminal, globals.quiet === true, answer);
  return exitCodeOf(envelope.status, envelope.error?.code) || (answer.codeIfOk ?? EXIT.ok);
}

function sayToPeople(
  { err, show }: Terminal,
  isQuiet: boolean,
  { envelope, text, notes = [], told = [] }: Answer,
): void {
  if (text !== "") show(/[\n\0]$/.test(text) ? text : `${text}\n`);
  const isOk = envelope.status === "ok";
  const version = envelope.commit === undefined ? null : `commit ${shortCommit(envelope.commit)}`;
  // The problem and its solution go on one line.
  if (!isOk) {
    const problem = [problemLine(envelope), ...notes].join(" ");
    const about = version === null || problem.includes(version) ? "" : ` This is about ${version}.`;
    err.write(`${err.style.error(`${problem}${about}`)}\n`);
  }
  if (isQuiet) return;
  if (isOk && version !== null) err.write(`${err.style.quiet(version)}\n`);
  for (const note of isOk ? notes : []) err.write(`${note}\n`);
  const untold = (envelope.warnings ?? []).filter((code) => !told.some((known) => known === code));
  for (const code of untold) err.write(`${err.style.warning(warningLine(code, folderOf(envelope)))}\n`);
}
