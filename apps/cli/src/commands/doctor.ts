/**
 * The command `doctor`: what works, what does not, and how to fix it. Does not need an engine that starts,
 * since it diagnoses exactly that.
 */
import type { DoctorFinding, DoctorReport } from "@satori/contracts";
import { padEnd, printableLine, type Style } from "@satori/render";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { commandEnvelope, CommandError, EXIT, failureEnvelope } from "../failure.ts";
import { loadEngine } from "../session.ts";

export const doctor: CommandSpec = {
  usage: "doctor",
  tool: null,
  ignoresPath: true,
  summary: "Check this installation, its settings and all indexes.",
  details:
    "Reports each check, and how to fix what is wrong. Changes nothing and shows no keys. Exits with " +
    "1 if something does not work, otherwise with 0.",
  options: [{ flags: "--online", meaning: "also call the embedder and the reranker, with one text" }],
  examples: ["satori doctor", "satori doctor --online", "satori doctor --json"],
  run: runDoctor,
};

async function runDoctor(
  { terminal, interruption, environment }: CommandContext,
  _operands: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const startedMs = performance.now();
  const { diagnose } = await loadEngine();
  const report = await diagnose({
    environment,
    isOnline: options["online"] === true,
    signal: interruption.signal,
  });
  return {
    envelope: envelopeOf(report, Math.round(performance.now() - startedMs)),
    text: renderDoctor(report, terminal.out.style),
  };
}

function envelopeOf(report: DoctorReport, durationMs: number): Answer["envelope"] {
  const failed = report.findings.filter(({ level }) => level === "error");
  if (failed.length === 0) return commandEnvelope("doctor", report, durationMs);
  const message = `${failed.length === 1 ? "One check" : `${failed.length} checks`} failed`;
  const ids = [...new Set(failed.map(({ id }) => id))];
  const { meta: _meta, ...envelope } = failureEnvelope(
    null,
    "doctor",
    new CommandError("CHECKS_FAILED", message, EXIT.notOk, { checks: ids }),
  ) as Answer["envelope"] & { readonly meta: unknown };
  return Object.assign(envelope, report, { meta: { durationMs } });
}

// Renders the findings of `satori doctor`. Pure.

/** One line per finding, another for its fix if there is one; the counts last. */
function renderDoctor({ findings, summary }: DoctorReport, style: Style): string {
  const width = Math.max(...findings.map(({ id }) => id.length));
  const indent = " ".repeat(LEVEL_WIDTH + 2 + width + 2);
  const lines = findings.flatMap((finding) => {
    const { id, level, subject, found, fix } = finding;
    const about = subject === null ? "" : `${style.symbol(printableLine(subject))}: `;
    const line = `${colored(finding, style)}  ${style.quiet(padEnd(id, width))}  ${about}${printableLine(found)}`;
    return fix === null || level === "ok" ? [line] : [line, `${indent}fix: ${printableLine(fix)}`];
  });
  return [...lines, "", counted(summary)].join("\n");
}

const LEVEL_WIDTH = "warning".length;

function colored({ level }: DoctorFinding, style: Style): string {
  const text = padEnd(level, LEVEL_WIDTH);
  return level === "ok" ? text : level === "warning" ? style.warning(text) : style.error(text);
}

function counted({ ok, warnings, errors }: DoctorReport["summary"]): string {
  return (
    `${ok} ok, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${errors} ` +
    `${errors === 1 ? "error" : "errors"}`
  );
}
