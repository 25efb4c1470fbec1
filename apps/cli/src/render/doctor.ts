/** Renders the findings of `satori doctor`. Pure. */
import type { DoctorFinding, DoctorReport } from "@satori/contracts";
import type { Style } from "../terminal/style.ts";
import { printableLine } from "../terminal/printable.ts";
import { padEnd } from "../terminal/width.ts";

/** One line per finding, another for its fix if there is one; the counts last. */
export function renderDoctor({ findings, summary }: DoctorReport, style: Style): string {
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
