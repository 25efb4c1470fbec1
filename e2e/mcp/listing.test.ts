/** What the server says of itself and of its tools, in both eras of the protocol. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CORE_TOOLS, listedInput, SCHEMAS, TOOLS } from "@satori/contracts";
import { afterAll, describe, expect, it } from "vitest";
import { PRODUCT_PLATFORM } from "../support/environment.ts";
import { type Era, type McpProcess, modernMeta, startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly annotations: object;
  readonly inputSchema: {
    readonly type: string;
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  readonly outputSchema: { readonly type: string };
}

async function listed(server: McpProcess): Promise<ListedTool[]> {
  return (await server.request("tools/list")).result?.tools as ListedTool[];
}

/** One line a tool, for people who read the golden. */
function describeTool({ name, title, annotations, inputSchema }: ListedTool): string {
  const hints = Object.entries(annotations)
    .filter(([, value]) => value === true)
    .map(([hint]) => hint.replace(/Hint$/, ""));
  const args = Object.keys(inputSchema.properties ?? {}).map((arg) =>
    inputSchema.required?.includes(arg) ? arg : `${arg}?`,
  );
  return `${name} "${title}" [${hints.join(" ")}] (${args.join(", ")})`;
}

describe.each<Era>(["legacy", "bare", "modern"])("a client of kind %s", (era) => {
  it("gets the tools of the table, in its order, with schemas that compile", async () => {
    await using server = await startMcp(workspace, { era });
    const tools = await listed(server);
    await expect(`${tools.map(describeTool).join("\n")}\n`).toMatchFileSnapshot("goldens/tools.txt");
    expect(tools).toEqual(
      TOOLS.filter(({ set }) => set === "core").map(({ set: _set, ...tool }) => ({
        ...tool,
        inputSchema: listedInput(tool.name, "sqlite"),
        outputSchema: SCHEMAS[tool.name].listing,
      })),
    );
    const ajv = new Ajv2020({ strict: true, strictRequired: false });
    for (const { inputSchema, outputSchema } of tools) {
      expect([inputSchema.type, outputSchema.type]).toEqual(["object", "object"]);
      ajv.compile(inputSchema);
      ajv.compile(outputSchema);
    }
  });
});

it("fits into 12 kB and 2,800 tokens without output schemas", async () => {
  await using server = await startMcp(workspace);
  const text = JSON.stringify({
    tools: (await listed(server)).map(({ outputSchema: _output, ...tool }) => tool),
  });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000);
  // Code and JSON have about 3.5 characters a token.
  expect(text.length / 3.5).toBeLessThanOrEqual(2_800);
});

it.each([
  ["sqlite", false],
  ["milvus", true],
])("with the store %s, zillizDropCollection is listed: %s", async (store, isListed) => {
  await using server = await startMcp(workspace, {
    environment: { SATORI_STORE: store, MILVUS_ADDRESS: "http://127.0.0.1:1" },
  });
  const manage = (await listed(server)).find(({ name }) => name === "manage_index");
  expect(Object.keys(manage?.inputSchema.properties ?? {}).includes("zillizDropCollection")).toBe(isListed);
});

it("answers a call with zillizDropCollection by naming the store in use", async () => {
  await using server = await startMcp(workspace);
  const path = workspace.tree("sqlite-only", "//- a.ts\nexport const a = 1;\n");
  expect(
    await server.call("manage_index", { action: "create", path, zillizDropCollection: "satori_x" }),
  ).toMatchObject({
    status: "error",
    error: {
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining("SATORI_STORE=sqlite"),
      details: [{ path: "zillizDropCollection" }],
    },
  });
});

it("introduces itself with advice about the tools that it offers", async () => {
  for (const sets of ["core", "core,scope", "core,scope,workspace"]) {
    await using server = await startMcp(workspace, {
      era: "bare",
      args: ["--tools", sets],
      environment: { DOCS_ROOT: workspace.folder, CODE_ROOT: workspace.folder },
    });
    const { result } = await server.initialize();
    const instructions = String(result?.["instructions"]);
    expect(instructions.length).toBeLessThanOrEqual(2_048);
    for (const { name } of await listed(server)) expect(instructions).toContain(name);
  }
});

it("lists all at once: a cursor is none that it gave, and an empty one is none", async () => {
  await using server = await startMcp(workspace);
  expect((await server.request("tools/list", { cursor: "2" })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown cursor"),
  });
  for (const cursor of ["", null])
    expect((await server.request("tools/list", { cursor })).result?.tools).toHaveLength(CORE_TOOLS.length);
});

it("lists the same bytes whenever it is asked", async () => {
  await using first = await startMcp(workspace, { era: "bare" });
  await using second = await startMcp(workspace, { era: "bare", args: ["--tools", "core"] });
  for (const server of [first, first, second]) await listed(server);
  const bytes = [...first.lines, ...second.lines].map((line) => line.replace(/"id":\d+/, ""));
  expect(new Set(bytes).size).toBe(1);
});

it("shakes hands with each version of the earlier era, and offers its newest for one it does not know", async () => {
  const versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
  for (const asked of [...versions, "1999-01-01"]) {
    await using server = await startMcp(workspace, { era: "bare" });
    const { result } = await server.request("initialize", {
      protocolVersion: asked,
      capabilities: {},
      clientInfo: { name: "e2e", version: "1" },
    });
    expect(result).toMatchObject({
      protocolVersion: versions.includes(asked) ? asked : "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "satori", version: expect.stringMatching(/^\d/) },
      instructions: expect.any(String),
    });
  }
});

it("says in a sentence what a handshake lacks, and shakes hands after that", async () => {
  await using server = await startMcp(workspace, { era: "bare" });
  const { error } = await server.request("initialize", {});
  expect(error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(
      /^Invalid parameters of initialize: params\.protocolVersion \(expected string, received undefined\), params\.capabilities .+, params\.clientInfo [^\n]+$/,
    ),
  });
  expect((await server.initialize()).result).toMatchObject({ protocolVersion: "2025-11-25" });
});

it("can be discovered by clients of the newest era", async () => {
  await using server = await startMcp(workspace, { era: "modern" });
  const { result } = await server.request("server/discover");
  expect(result).toMatchObject({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
  });
  expect((await listed(server)).map(({ name }) => name)).toEqual([...CORE_TOOLS]);
});

it("falls back to the earlier era when a client that probed the newest shakes hands", async () => {
  await using server = await startMcp(workspace, { era: "bare" });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  expect((await server.request("server/discover", { _meta: meta })).result).toBeDefined();
  expect((await server.initialize()).result).toMatchObject({ protocolVersion: "2025-11-25" });
  expect(await server.call("list_codebases", {})).toMatchObject({ status: "ok" });
});

it("refuses versions that it does not know, naming those it does", async () => {
  await using server = await startMcp(workspace, { era: "bare" });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2099-01-01",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const refused = { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } };
  expect((await server.request("tools/list", { _meta: meta })).error).toMatchObject(refused);
  expect((await server.request("tools/list", { _meta: modernMeta() })).result).toBeDefined();
  expect((await server.request("tools/list", { _meta: meta })).error).toMatchObject(refused);
});

it("has no methods but those it offers", async () => {
  await using server = await startMcp(workspace);
  for (const method of [
    "prompts/list",
    "resources/list",
    "completion/complete",
    "logging/setLevel",
    "no/such",
  ])
    expect((await server.request(method)).error).toMatchObject({
      code: -32601,
      message: `Method not found: ${method}. This server has only tools: tools/list, tools/call`,
    });
  expect((await server.request("ping")).result).toEqual({});
});

// Newer versions of Node.js have SQLite in them: no library of it is loaded.
it.runIf(PRODUCT_PLATFORM === "linux" && !process.versions.node.match(/^2[2-9]/))(
  "does not load the engine before the first call",
  async () => {
    await using server = await startMcp(workspace);
    const hasStore = (): boolean => readFileSync(`/proc/${server.child.pid}/maps`, "utf8").includes("libsql");
    await listed(server);
    expect(hasStore()).toBe(false);
    await server.call("manage_index", { action: "status", path: workspace.tree("empty", "") });
    await server.call("manage_index", { action: "create", path: workspace.path("empty") });
    expect(hasStore()).toBe(true);
  },
);
