import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { TOML_FORMAT } from "../../../apps/cli/src/setup/files/edit-toml.ts";
import { CommandError } from "../../../apps/cli/src/failure.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const [TABLE, NAME] = ["mcp_servers", "satori"];

export default fuzzTarget({
  checks:
    "edits of TOML configurations: refused, or all other values and lines stay, and a second edit " +
    "changes nothing",
  maxBytes: 512,
  dictionary: [
    "[mcp_servers.satori]\n",
    "[mcp_servers]\n",
    "[mcp_servers.satori.env]\n",
    'command = "x"\n',
    "args = [\n",
    '"""',
    "'''",
    "# c\n",
    "\r\n",
    "[[a]]\n",
    "satori = { command = 'x' }\n",
    "url = 'http://a'\n",
  ],
  run(input) {
    const reader = new InputReader(input);
    const [isUrl, text] = [reader.byte() % 2 === 1, reader.restText()];
    const entry = isUrl ? { url: "http://127.0.0.1:1/mcp" } : { command: "node", args: ["a", "b c"] };
    const request = {
      text,
      file: "file",
      table: [TABLE],
      name: NAME,
      kind: isUrl ? "url" : "command",
      entry,
    } as const;
    unlessRefused(() => {
      const edited = TOML_FORMAT.edit(request).text;
      if (TOML_FORMAT.edit({ ...request, text: edited }).text !== edited)
        throw new Error("A second edit changes something");
      sameOthers(text, edited);
      if (parsed(text)[TABLE] === undefined && !edited.startsWith(text.trim() === "" ? "" : text))
        throw new Error("What was there is not there byte for byte");
      sameOthers(text, TOML_FORMAT.remove({ ...request, text: edited }));
    });
    unlessRefused(() => sameOthers(text, TOML_FORMAT.remove({ ...request, text })));
  },
});

function sameOthers(before: string, after: string): void {
  if (!isDeepStrictEqual(others(before), others(after)))
    throw new Error(`Other values changed:\n${JSON.stringify(before)}\n${JSON.stringify(after)}`);
}

function others(text: string): unknown {
  const { [TABLE]: servers, ...rest } = parsed(text);
  const { [NAME]: _, ...kept } = (servers ?? {}) as Record<string, unknown>;
  return { ...rest, [TABLE]: kept };
}

function parsed(text: string): Record<string, unknown> {
  return parse(text.replace(/^\ufeff/, ""));
}

function unlessRefused(edit: () => void): void {
  try {
    edit();
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== "CLIENT_CONFIG_INVALID") throw error;
  }
}
