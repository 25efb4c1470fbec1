/** Prints the result of a command: only the envelope for programs, text and short sentences for people. */
import { exitCodeOf } from "@satori/contracts";
import type { Answer, GlobalOptions } from "./command.ts";
import { folderOf, problemLine, warningLine } from "./render/wording.ts";
import type { Terminal } from "./terminal/terminal.ts";

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
  return exitCodeOf(envelope.status, envelope.error?.code);
}

function sayToPeople(
  { err, show }: Terminal,
  isQuiet: boolean,
  { envelope, text, notes = [], told = [] }: Answer,
): void {
  if (text !== "") show(text.endsWith("\n") ? text : `${text}\n`);
  const isOk = envelope.status === "ok";
  // The problem and its solution go on one line.
  if (!isOk) err.write(`${err.style.error([problemLine(envelope), ...notes].join(" "))}\n`);
  if (isQuiet) return;
  for (const note of isOk ? notes : []) err.write(`${note}\n`);
  const untold = (envelope.warnings ?? []).filter((code) => !told.some((known) => known === code));
  for (const code of untold) err.write(`${err.style.warning(warningLine(code, folderOf(envelope)))}\n`);
}
