/** The command line `satori`: composes terminal, signals and engine, runs one command, and sets the exit code. */
import { readFileSync } from "node:fs";
import type { Answer, CommandContext, GlobalOptions } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { CommandError, EXIT, commandErrorOf, failureEnvelope } from "./failure.ts";
import { listenForInterruption } from "./interrupt.ts";
import { type Parsed, parseCommandLine } from "./program.ts";
import { report } from "./report.ts";
import { type Session, openSession } from "./session.ts";
import { createTerminal } from "./terminal/terminal.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

// A reader that has seen enough (`satori search x | head -1`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    throw error;
  });
}

const argv = process.argv.slice(2);
process.exitCode = await main(parseCommandLine(argv, COMMANDS, version));

async function main(parsed: Parsed): Promise<number> {
  if (parsed.kind === "text") {
    process.stdout.write(parsed.text);
    return EXIT.ok;
  }
  // What a usage error has of options is not known: the words decide.
  const globals: GlobalOptions = parsed.kind === "command" ? parsed.globals : { ...(argv.includes("--json") ? { json: true } : {}), color: !argv.includes("--no-color") };
  const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, environment: process.env, isColorOff: !globals.color });
  const failed = (error: CommandError): number => {
    const { spec } = parsed;
    report(terminal, globals, { envelope: failureEnvelope(spec?.tool ?? null, spec?.usage.replace(/ [<[].*/, "") ?? "satori", error), text: "" });
    return error.exitCode;
  };
  if (parsed.kind === "usage_error") return failed(new CommandError("INVALID_ARGUMENTS", parsed.message));

  using interruption = listenForInterruption();
  let session: Promise<Session> | undefined;
  const open = (): Promise<Session> =>
    (session ??= openSession({ path: globals.path ?? null, cwd: workingDirectory(), environment: process.env, signal: interruption.signal }));
  try {
    const context: CommandContext = { terminal, globals, interruption, session: open };
    const answer: Answer = await parsed.spec.run(context, parsed.operands, parsed.options);
    const code = report(terminal, globals, answer);
    return answer.exitCode ?? interruption.exitCode() ?? code;
  } catch (error) {
    const code = failed(commandErrorOf(error));
    return interruption.exitCode() ?? code;
  } finally {
    await session?.then((opened) => opened[Symbol.asyncDispose]()).catch(() => undefined);
  }
}

/** Throws where another process has removed it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new CommandError("PATH_NOT_FOUND", "the working directory no longer exists", EXIT.startUp);
  }
}
