/** What a command says at its end: the envelope alone for programs, text and short sentences for people. */
import type { Answer, GlobalOptions } from "./command.ts";
import { type AnyAnswer, exitCodeOf } from "./failure.ts";
import { problemLine, warningLine } from "./render/wording.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Returns the exit code. */
export function report(terminal: Terminal, globals: Pick<GlobalOptions, "json" | "quiet">, answer: Answer): number {
  const { envelope, written = envelope, text, notes = [] } = answer;
  if (globals.json || answer.isAlwaysJson) terminal.out.write(`${JSON.stringify(written)}\n`);
  else sayToPeople(terminal, globals.quiet === true, envelope, text, notes);
  return exitCodeOf(envelope.status, envelope.error?.code);
}

function sayToPeople({ out, err }: Terminal, isQuiet: boolean, envelope: AnyAnswer, text: string, notes: readonly string[]): void {
  if (text !== "") out.write(text.endsWith("\n") ? text : `${text}\n`);
  if (envelope.status !== "ok") err.write(`${err.style.error(problemLine(envelope))}\n`);
  if (isQuiet) return;
  for (const note of notes) err.write(`${note}\n`);
  for (const code of envelope.warnings ?? []) err.write(`${err.style.warning(warningLine(code))}\n`);
}
