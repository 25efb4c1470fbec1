/** Writes the licence and the third-party notices of each package. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Part } from "./installed-package.ts";
import { refusal } from "./licences.ts";

export const NOTICES_FILE = "THIRD-PARTY-NOTICES";
const LINE = "-".repeat(80);

/**
 * Writes LICENSE and THIRD-PARTY-NOTICES into a package.
 *
 * @throws if a part has a licence that is not known to be permissive
 */
export function writeNotices(root: string, folder: string, parts: readonly Part[]): void {
  const { name } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    readonly name: string;
  };
  copyFileSync(join(root, "LICENSE"), join(root, folder, "LICENSE"));
  writeFileSync(join(root, folder, NOTICES_FILE), noticesText(name, parts));
}

/**
 * Text of a package's third-party notices. Software with the same licence text is listed together. Pure.
 *
 * @throws like `writeNotices`
 */
export function noticesText(name: string, parts: readonly Part[]): string {
  const refused = parts.flatMap(({ name, version, licence, text }) => {
    const reason = refusal(licence, text);
    return reason === null ? [] : [`${name} ${version}: ${reason}`];
  });
  if (refused.length > 0)
    throw new Error(
      `${name} would hold what it may not pass on (tools/build/notices/):\n${refused.join("\n")}`,
    );
  if (parts.length === 0)
    return `${name} is under the licence in LICENSE, and holds no software of others.\n`;
  const byText = new Map<string, Part[]>();
  for (const part of parts) {
    const words = part.text.replace(/\s+/g, " ");
    byText.set(words, [...(byText.get(words) ?? []), part]);
  }
  const sections = [...byText.values()].map(
    (same) => `${same.map(heading).join("\n")}\n\n${same[0]?.text ?? ""}\n`,
  );
  return [
    `${name} is under the licence in LICENSE. It holds software of others, each under the licence ` +
      "that\nstands below it.\n",
    ...sections,
  ].join(`\n${LINE}\n\n`);
}

function heading({ name, version, licence, remarks }: Part): string {
  return [`${name} ${version} (${licence})`, ...remarks.map((line) => `    ${line}`)].join("\n");
}
