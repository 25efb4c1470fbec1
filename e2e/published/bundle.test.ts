/** The bundle for desktop applications: unpacked into an empty folder, and started as its manifest says. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packBundle } from "../../tools/release/bundle.ts";
import { packTogether } from "../../tools/release/packages.ts";
import { until } from "../../tools/until.ts";
import { PATIENT_REQUEST } from "../support/environment.ts";
import { checkedEnvelope } from "../support/mcp-answer.ts";
import { newerNode } from "../support/newer-node.ts";

const MAX_BYTES = 30_000_000;

const place = mkdtempSync(join(tmpdir(), "satori-mcpb-"));
const at = (...parts: readonly string[]): string => join(place, ...parts);
const sample = at("courier");
const node = (await newerNode())?.at(-1);
let archive = "";
let bundle = Buffer.alloc(0);

interface BundleManifest {
  readonly version: string;
  readonly icon: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
  };
  readonly tools: readonly { readonly name: string }[];
}

beforeAll(() => {
  mkdirSync(at("archives"));
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), sample, { recursive: true });
  archive = packTogether(at("archives"));
  bundle = readFileSync(packBundle(archive, at("archives")));
  // Without permissions: applications may not keep them.
  for (const [path, contents] of Object.entries(unzipSync(bundle))) {
    mkdirSync(dirname(at("unpacked", path)), { recursive: true });
    writeFileSync(at("unpacked", path), contents);
  }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const manifest = (): BundleManifest =>
  JSON.parse(readFileSync(at("unpacked/manifest.json"), "utf8")) as BundleManifest;

/** What an application starts. */
function commandOf({ server }: BundleManifest): { readonly command: string; readonly args: string[] } {
  const replaced = (text: string): string =>
    text.replaceAll("${__dirname}", at("unpacked")).replaceAll("${user_config.root}", sample);
  // Applications bring their own Node.js.
  return {
    command: server.mcp_config.command === "node" ? String(node) : server.mcp_config.command,
    args: server.mcp_config.args.map(replaced),
  };
}

async function withClient(use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: "application", version: "1" });
  const env = { HOME: at("home"), PATH: at("no-programs"), SATORI_STANDALONE: "1" };
  await client.connect(
    new StdioClientTransport({ ...commandOf(manifest()), cwd: at("unpacked"), env, stderr: "ignore" }),
    PATIENT_REQUEST,
  );
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

describe("the bundle", () => {
  it("has what its manifest names, its licence and the privacy page", () => {
    const { icon, server } = manifest();
    for (const path of [icon, server.entry_point, "LICENSE", "PRIVACY.md"])
      expect(readFileSync(at("unpacked", path)).length, path).toBeGreaterThan(0);
  });

  it("is small, and has no builds for one platform but those of ripgrep", () => {
    expect(bundle.length).toBeLessThan(MAX_BYTES);
    const paths = Object.keys(unzipSync(bundle));
    expect(paths.filter((path) => /\.(?:node|exe|dll|dylib|so)$|\/rg$/.test(path)).sort()).toEqual([
      "node_modules/@vscode/ripgrep-darwin-arm64/bin/rg",
      "node_modules/@vscode/ripgrep-darwin-x64/bin/rg",
      "node_modules/@vscode/ripgrep-linux-arm64/bin/rg",
      "node_modules/@vscode/ripgrep-linux-x64/bin/rg",
      "node_modules/@vscode/ripgrep-win32-arm64/bin/rg.exe",
      "node_modules/@vscode/ripgrep-win32-x64/bin/rg.exe",
    ]);
    // Windows opens no longer ones everywhere; applications unpack to some hundred characters.
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(140);
  });

  it("names no folder of the machine that packed it", () => {
    for (const [path, contents] of Object.entries(unzipSync(bundle)))
      expect(Buffer.from(contents).includes(tmpdir() + "/satori-"), path).toBe(false);
  });

  it("is the same, byte for byte, when it is packed again", () => {
    mkdirSync(at("again"));
    expect(readFileSync(packBundle(archive, at("again"))).equals(bundle)).toBe(true);
  });

  it.skipIf(node === undefined)("offers the tools that its manifest lists, in its version", async () => {
    await withClient(async (client) => {
      expect(client.getServerVersion()).toMatchObject({ name: "satori", version: manifest().version });
      const { tools } = await client.listTools(undefined, PATIENT_REQUEST);
      expect(tools.map(({ name }) => name)).toEqual(manifest().tools.map(({ name }) => name));
    });
  });

  it.skipIf(node === undefined)("answers about the folder that the user has chosen", async () => {
    await withClient(async (client) => {
      const call = (name: string, args: object): Promise<unknown> =>
        client.callTool({ name, arguments: { ...args } }, undefined, PATIENT_REQUEST);
      await call("manage_index", { action: "create", path: sample });
      await until(
        "the folder is indexed",
        async () =>
          checkedEnvelope("manage_index", await call("manage_index", { action: "status", path: sample }))
            .status === "ok",
      );
      // No path: the question is about the chosen folder.
      const answer = await call("search_codebase", { query: "where are failed requests retried" });
      expect(JSON.stringify(checkedEnvelope("search_codebase", answer))).toContain("HttpClient.request");
    });
  });
});
