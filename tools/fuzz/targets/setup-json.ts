import { type ParseError, parse } from "jsonc-parser";
import { CLIENTS } from "../../../apps/cli/src/setup/clients/clients.ts";
import { JSON_FORMAT } from "../../../apps/cli/src/setup/files/edit-json.ts";
import { maskSecrets } from "../../../apps/cli/src/setup/files/diff.ts";
import { CommandError } from "../../../apps/cli/src/failure.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const JSON_CLIENTS = Object.values(CLIENTS).filter(({ format }) => format === "json");
const NAME = "satori";

export default fuzzTarget({
  checks:
    "edits of JSON configurations: refused, or all other values stay, a second edit changes nothing, " +
    "and removal undoes the entry",
  dictionary: [
    '"mcpServers"',
    '"satori"',
    '"servers"',
    '"mcp"',
    '{"command":"x"}',
    "// c\n",
    "/* c */",
    ",}",
    "\ufeff",
    "\r\n",
    '"env"',
    '"headers"',
  ],
  run(input) {
    const reader = new InputReader(input);
    const [mode, text] = [reader.byte(), reader.restText()];
    const client = JSON_CLIENTS[(mode >> 1) % JSON_CLIENTS.length];
    if (!client) return;
    const kind = mode % 2 === 0 ? "command" : "url";
    const entry = client.entry(
      kind === "command"
        ? { kind, command: "node", args: ["server.js"], env: {} }
        : { kind, url: "http://127.0.0.1:1/mcp" },
    );
    const request = {
      text,
      file: "file",
      table: client.table,
      name: NAME,
      kind,
      entry,
      nestedTable: client.nestedTable,
      keptKeys: client.keptKeys,
    } as const;
    if (maskSecrets(text).split("\n").length !== text.split("\n").length)
      throw new Error("Masking changes the lines");
    unlessRefused(() => {
      const edited = JSON_FORMAT.edit(request).text;
      if (JSON_FORMAT.edit({ ...request, text: edited }).text !== edited)
        throw new Error("A second edit changes something");
      sameOthers(text, edited);
      const removed = JSON_FORMAT.remove({ ...request, text: edited });
      sameOthers(text, removed);
    });
    unlessRefused(() => sameOthers(text, JSON_FORMAT.remove({ ...request, text })));
  },
});

/** Compares everything except our own entry, and tables that are empty without it. */
function sameOthers(before: string, after: string): void {
  const [left, right] = [others(before), others(after)];
  if (left !== right) throw new Error(`Other values changed:\n${left}\n${right}`);
}

function others(text: string): string {
  const errors: ParseError[] = [];
  const plain = text.replace(/^\ufeff/, "");
  const value: unknown = parse(plain.trim() === "" ? "{}" : plain, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error("The result is no JSON");
  return (
    JSON.stringify(value, (key, inner: unknown) =>
      key === NAME ||
      (isObject(inner) && Object.keys(inner).every((name) => name === NAME || isEmptied(inner[name])))
        ? undefined
        : inner,
    ) ?? ""
  );
}

function isEmptied(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([name, inner]) => name === NAME || isEmptied(inner));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unlessRefused(edit: () => void): void {
  try {
    edit();
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== "CLIENT_CONFIG_INVALID") throw error;
  }
}
