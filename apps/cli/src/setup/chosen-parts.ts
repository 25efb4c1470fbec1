/** Determines the parts that the options of `satori setup` select. Pure. */
import type { CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import type { Scope } from "./clients/client.ts";
import { CLIENTS, type ClientId } from "./clients/clients.ts";
import { partsOf } from "./guidance/edits.ts";
import { PARTS, type Part } from "./guidance/guidance.ts";

/** Options of the server's entry. */
const OF_THE_SERVER = ["tools", "answers", "command", "url"] as const;

/**
 * The selected parts, in the order of `PARTS`: by default all that the client documents in the scope. Throws
 * `INVALID_ARGUMENTS`.
 */
export function chosenParts(id: ClientId, scope: Scope, options: CommandOptions): readonly Part[] {
  const { only, without } = options;
  if (only !== undefined && without !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", "pass --only or --without, not both");
  const documented = partsOf(id, scope);
  const wanted = only === undefined ? null : partsIn("only", String(only));
  const unwanted = without === undefined ? [] : partsIn("without", String(without));
  const missing = wanted?.find((part) => !documented.includes(part));
  if (missing !== undefined)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${CLIENTS[id].title} documents no file for the part ${missing} in the scope ${scope}; it has ` +
        documented.join(", "),
    );
  const parts = documented.filter((part) => wanted?.includes(part) !== false && !unwanted.includes(part));
  if (parts.length === 0)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--without is ${JSON.stringify(without)}, which leaves out everything`,
    );
  const pointless = parts.includes("server")
    ? undefined
    : OF_THE_SERVER.find((option) => options[option] !== undefined);
  if (pointless !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", `--${pointless} is for the server, which is left out`);
  return parts;
}

function partsIn(option: string, list: string): readonly Part[] {
  const names = list.split(",").map((name) => name.trim());
  const isKnown = (name: string): name is Part => (PARTS as readonly string[]).includes(name);
  if (names.every(isKnown)) return names;
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `--${option} is ${JSON.stringify(list)}, but must be a list of ${PARTS.join(", ")}, separated by commas`,
  );
}
