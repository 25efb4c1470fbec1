/**
 * What setup writes for each client: into a new file, and into one as people have it. Afterwards the entry is
 * taken out again, which restores every byte.
 */
import { expect, test } from "vitest";
import type { Machine, Server } from "./clients/client.ts";
import { CLIENTS, CLIENT_IDS, type ClientId, entryFor } from "./clients/clients.ts";
import { JSON_FORMAT } from "./files/edit-json.ts";
import { TOML_FORMAT } from "./files/edit-toml.ts";
import { earlierText } from "./files/undo.ts";

const MACHINE: Machine = { platform: "linux", home: "/home/me", environment: {}, project: "/code/shop" };
const SERVERS = {
  user: {
    command: {
      kind: "command",
      command: "/usr/bin/node",
      args: ["/opt/satori/apps/mcp/bin/satori-mcp.js", "--tools", "core,scope"],
      env: { SATORI_HOME: "/srv/satori" },
    },
    url: { kind: "url", url: "http://127.0.0.1:7411/mcp" },
  },
  project: {
    command: { kind: "command", command: "satori-mcp", args: [], env: {} },
    url: { kind: "url", url: "http://127.0.0.1:7411/mcp" },
  },
} as const satisfies Record<string, Record<string, Server>>;

/** A file with comments, settings, another server and, after them, settings again. */
function existingFile(id: ClientId): string {
  const { format, table, entry } = CLIENTS[id];
  const other = {
    kind: "command",
    command: "npx",
    args: ["-y", "other-server"],
    env: { LEVEL: "2" },
  } as const;
  if (format === "toml")
    return [
      'model = "large" # the best',
      "",
      "# Other servers.",
      `[${table.join(".")}.other]`,
      'command = "npx"',
      'args = ["-y", "other-server"]',
      "",
      `[${table.join(".")}.other.env]`,
      'LEVEL = "2"',
      "",
      '[projects."/code/shop"]',
      'trust_level = "trusted"',
      "",
    ].join("\n");
  const server = JSON.stringify(entry(other), null, 2).replaceAll("\n", "\n    ");
  return [
    "{",
    "  // Set by hand.",
    '  "theme": "dark",',
    `  "${table.join(".")}": {`,
    `    "other": ${server} // for docs`,
    "  },",
    '  "telemetry": false',
    "}",
    "",
  ].join("\n");
}

test.each(CLIENT_IDS)("%s", async (id) => {
  const client = CLIENTS[id];
  const format = client.format === "json" ? JSON_FORMAT : TOML_FORMAT;
  const sections: string[] = [];
  for (const scope of ["user", "project"] as const) {
    const [file = ""] = client.files[scope]?.(MACHINE) ?? [];
    if (file === "") continue;
    for (const kind of ["command", "url"] as const) {
      if (kind === "url" && client.unsupported?.url !== undefined) continue;
      const entry = entryFor(client, SERVERS[scope][kind], { defersTools: false });
      const { table, nestedTable, keptKeys } = client;
      const request = { file, table, nestedTable, keptKeys, name: "satori" };
      for (const before of [null, existingFile(id)]) {
        const { text } = format.edit({ ...request, text: before, kind, entry });
        sections.push(`=== ${scope}, ${kind}, ${before === null ? "new" : "existing"}: ${file}\n${text}`);
        expect(format.edit({ ...request, text, kind, entry }).text).toBe(text);
        const backups = before === null ? [] : [{ file: "backup", text: before }];
        expect(earlierText({ ...request, text }, format, backups)).toEqual(
          before === null ? { kind: "none" } : { kind: "backup", backup: backups[0] },
        );
      }
    }
  }
  await expect(sections.join("\n")).toMatchFileSnapshot(`./goldens/${id}.txt`);
});
