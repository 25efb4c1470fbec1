/** What lists Satori elsewhere fits its schema, and agrees with the package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "@satori/contracts";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { mcp } from "../../apps/cli/src/commands/mcp.ts";
import { bundleManifest } from "./bundle-manifest.ts";
import { HELD_FOLDERS, MCP_NAME, type Manifest, PACKAGE_NAME, manifestOf } from "./manifest.ts";
import { ROOT } from "./packages.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const jsonOf = (path: string): unknown => JSON.parse(textOf(path));
const schema = (name: string): object => jsonOf(`packaging/schemas/${name}.schema.json`) as object;

/** Expects a document to fit, and none of its changes: a schema that accepts anything proves nothing. */
function expectFit(isValid: ValidateFunction, document: object, ...changes: readonly object[]): void {
  isValid(document);
  expect(isValid.errors).toBeNull();
  for (const change of changes)
    expect(isValid({ ...document, ...change }), JSON.stringify(change)).toBe(false);
}

describe("server.json, for the MCP registry", () => {
  const server = jsonOf("packaging/server.json") as {
    readonly name: string;
    readonly version: string;
    readonly packages: readonly [{ readonly identifier: string; readonly version: string }];
  };

  it("fits its schema", () => {
    expectFit(
      new Ajv({ allErrors: true, strictRequired: false }).compile(schema("mcp-server")),
      server,
      { unknown: 1 },
      { name: "satori" },
      { version: "^0.1.0" },
      { description: "x".repeat(101) },
      { packages: [] },
    );
  });

  it("has the name that the package has in `mcpName`, by which the registry knows who owns it", () => {
    const held = HELD_FOLDERS.map((folder) => jsonOf(`${folder}/package.json`) as Manifest);
    expect(manifestOf(held)).toMatchObject({
      name: server.packages[0].identifier,
      version: server.packages[0].version,
      mcpName: server.name,
    });
    expect(server).toMatchObject({ name: MCP_NAME, version: server.packages[0].version });
  });

  it("names options and variables that exist", () => {
    const { packages } = server as unknown as {
      packages: [{ packageArguments: { name?: string }[]; environmentVariables: { name: string }[] }];
    };
    const [{ packageArguments, environmentVariables }] = packages;
    // What its arguments are is in the command's own list.
    const options = mcp.options?.map(({ flags }) => flags.split(" ")[0]);
    for (const { name } of packageArguments) if (name !== undefined) expect(options).toContain(name);
    for (const { name } of environmentVariables) expect(Object.keys(SETTINGS)).toContain(name);
  });
});

it("the bundle's manifest fits its schema", () => {
  expectFit(
    new Ajv({ allErrors: true, validateFormats: false }).compile(schema("mcpb-manifest")),
    bundleManifest("1.2.3"),
    { unknown: 1 },
    { manifest_version: "0.2" },
    { author: "Satori" },
    { compatibility: { platforms: ["aix"] } },
  );
});

it("compose.yaml fits its schema", () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const compose = parse(textOf("packaging/docker/compose.yaml")) as { readonly services: object };
  expectFit(
    ajv.compile(schema("compose")),
    compose,
    { unknown: 1 },
    { services: { ...compose.services, satori: { read_only: {} } } },
  );
});

it("glama.json has the address of its schema, and names of GitHub accounts", () => {
  const { $schema, maintainers, ...rest } = jsonOf("glama.json") as Record<string, unknown>;
  expect([$schema, rest]).toEqual(["https://glama.ai/mcp/schemas/server.json", {}]);
  expect(Array.isArray(maintainers)).toBe(true);
  for (const name of maintainers as unknown[]) expect(name).toMatch(/^[a-z\d](?:-?[a-z\d]){0,38}$/i);
});

it("the icon is a square PNG of 512 pixels", () => {
  const png = readFileSync(join(ROOT, "packaging/mcpb/icon.png"));
  expect(png.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

describe("llms-install.md", () => {
  const steps = textOf("llms-install.md");

  it("has an entry for clients that starts the server of the package", () => {
    const entries = [...steps.matchAll(/```json\n(.*?)```/gs)].map(
      ([, text = ""]) => JSON.parse(text) as unknown,
    );
    expect(entries).toEqual([
      { mcpServers: { satori: { command: "npx", args: ["-y", PACKAGE_NAME, "mcp"] } } },
    ]);
  });

  it("names the package's `mcpName`, by which agents tell it from a stranger's", () => {
    expect(steps).toContain(`mcpName = '${MCP_NAME}'`);
  });
});
