import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENTS, entryFor } from "./clients.ts";
import { installLinks } from "./install-links.ts";

const PORTABLE = { kind: "command", command: "satori-mcp", args: ["--answers", "text"], env: {} } as const;
const linksOf = (id: "cursor" | "vscode", name: string, command: string) =>
  installLinks(
    id,
    name,
    entryFor(CLIENTS[id], { ...PORTABLE, command, args: ["a b", "ü+/?&="] }, { defersTools: false }),
  );

test("Cursor's link has the name, and the entry in base64", () => {
  const [link] = linksOf("cursor", "my-satori", "/opt/ü/satori-mcp");
  const url = new URL(link?.url ?? "");
  expect([url.protocol, url.host, url.pathname, url.searchParams.get("name")]).toEqual([
    "cursor:",
    "anysphere.cursor-deeplink",
    "/mcp/install",
    "my-satori",
  ]);
  const config = Buffer.from(url.searchParams.get("config") ?? "", "base64").toString("utf8");
  expect(JSON.parse(config)).toEqual({ command: "/opt/ü/satori-mcp", args: ["a b", "ü+/?&="] });
  expect(new URL(link?.webUrl ?? "").search).toBe(url.search);
});

test("VS Code's links have the entry with its name, for both editions", () => {
  const links = linksOf("vscode", "satori", "satori-mcp");
  expect(links.map(({ title, url }) => [title, url.slice(0, url.indexOf("?"))])).toEqual([
    ["VS Code", "vscode:mcp/install"],
    ["VS Code Insiders", "vscode-insiders:mcp/install"],
  ]);
  for (const { url, webUrl } of links) {
    expect(JSON.parse(decodeURIComponent(url.slice(url.indexOf("?") + 1)))).toEqual({
      name: "satori",
      type: "stdio",
      command: "satori-mcp",
      args: ["a b", "ü+/?&="],
    });
    expect(new URL(webUrl).searchParams.get("url")).toBe(url);
  }
});

test("other clients have none, which is said", () => {
  expect(() => installLinks("codex", "satori", {})).toThrow(
    "--link is not possible for Codex: only cursor, vscode have install links; leave out --link",
  );
});

test("the links in docs/clients.md add the portable command", () => {
  const page = readFileSync(new URL("../../../../../docs/clients.md", import.meta.url), "utf8");
  for (const id of ["cursor", "vscode"] as const)
    for (const { title, webUrl } of installLinks(
      id,
      "satori",
      entryFor(CLIENTS[id], PORTABLE, { defersTools: false }),
    ))
      expect(page).toContain(`[Add to ${title}](${webUrl})`);
});
