/** The lists of `satori impact --tests` and `--test-commands`, for other programs. Pure. */
import { join } from "node:path";
import { type ChangeImpactOk, counted, rootOf } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { shownPath } from "../codebase.ts";
import { shellWord } from "../words.ts";

export type TestList = "tests" | "test-commands";

export interface ListOptions {
  readonly list: TestList;
  /** Each item ends with NUL, and is written as it is. */
  readonly isNullEnded: boolean;
  /** The folder that paths are relative to, and that commands can be run from. */
  readonly cwd: string;
}

/**
 * One item per line, in the order of the answer. Without NUL, a character that ends a line or is invisible is
 * shown as a sign: a program then finds no such file, instead of another one.
 */
export function listTests(
  answer: ChangeImpactOk,
  { list, isNullEnded, cwd }: ListOptions,
): { readonly text: string; readonly notes: readonly string[] } {
  const items = list === "tests" ? pathsOf(answer, cwd) : commandsOf(answer, cwd);
  const hidden = answer.tests.total - answer.tests.files.length;
  const changed = isNullEnded ? 0 : items.filter((item) => printableLine(item) !== item).length;
  return {
    text: items.map((item) => (isNullEnded ? `${item}\0` : `${printableLine(item)}\n`)).join(""),
    notes: [
      ...(changed > 0
        ? [
            `${counted(changed, "name")} with line ends or invisible characters: use --null to get them unchanged`,
          ]
        : []),
      ...(list === "test-commands" && items.length === 0 && answer.tests.total > 0
        ? ["no file of the codebase shows how its tests are run; --tests prints their paths"]
        : []),
      ...(hidden > 0 ? [`${counted(hidden, "more test file")} to run`] : []),
    ],
  };
}

function pathsOf(answer: ChangeImpactOk, cwd: string): string[] {
  return answer.tests.files.map(({ file }) => shownPath(cwd, join(rootOf(answer), file)));
}

/** Commands of other folders change into them in a shell of their own. */
function commandsOf(answer: ChangeImpactOk, cwd: string): string[] {
  return answer.tests.commands.map(({ folder, command }) => {
    const shown = shownPath(cwd, join(rootOf(answer), folder));
    return shown === "." ? command : `(cd ${shellWord(shown)} && ${command})`;
  });
}
