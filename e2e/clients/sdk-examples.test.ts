/**
 * The examples of both clients run against the real server, and print the same; the Python client is fresh,
 * checked and tested.
 */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../tools/installed.ts";
import { isFresh, pythonModels } from "../../tools/clients/python-models.ts";
import { pythonContracts } from "../../tools/clients/python-schema.ts";
import { generateSchemas } from "../../tools/contracts/schemas.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { PATIENCE_MS } from "../support/environment.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { LANGUAGES, type Language, PYTHON_ENVIRONMENT, pythonInterpreter } from "../support/sdk.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const workspace = createWorkspace();
const courier = workspace.path("courier");
let server: HttpProcess;

beforeAll(async () => {
  cpSync(join(ROOT, "fixtures/courier"), courier, { recursive: true });
  server = await startHttp(workspace, { environment: { SATORI_ALLOWED_ROOTS: workspace.folder } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** What an example prints. It uses the client as it is built, or as Python finds it. */
async function example(language: Language, name: string, args: readonly string[]): Promise<string> {
  const [interpreter, file] =
    language === "typescript"
      ? ([join(ROOT, "node_modules/.bin/tsx"), `clients/typescript/examples/${name}.ts`] as const)
      : ([pythonInterpreter(), `clients/python/examples/${name.replaceAll("-", "_")}.py`] as const);
  const { stdout } = await run(interpreter, [join(ROOT, file), ...args], {
    cwd: workspace.folder,
    env: {
      ...PYTHON_ENVIRONMENT,
      HOME: workspace.path("nobody"),
      SATORI_HOME: workspace.home,
      SATORI_STANDALONE: "1",
    },
    timeout: PATIENCE_MS,
  });
  return stdout;
}

const serverOf = (transport: "stdio" | "http"): readonly string[] =>
  transport === "stdio" ? [process.execPath, MCP_BIN] : [`${server.url}/mcp`];

// The other way round in `sdk-server.test.ts`.
const TRANSPORTS = { typescript: "http", python: "stdio" } as const;

describe.each(LANGUAGES.map((language) => [language, TRANSPORTS[language]] as const))(
  "the examples in %s, over %s",
  (language, transport) => {
    it("index a folder, and find what is asked for", async () => {
      expect(
        await example(language, "index-and-search", [
          courier,
          "totals of the delivery report",
          ...serverOf(transport),
        ]),
      ).toBe(
        "indexed: 32 files\nreports/courier_reports/aggregate.py:1-26 " +
          "DeliveryStats\nreports/courier_reports/__init__.py:1-5 " +
          "__all__\nreports/courier_reports/csv_export.py:1-13 write_csv\n",
      );
    });

    it("show who calls a function", async () => {
      expect(await example(language, "callers", [courier, "stats_of", ...serverOf(transport)])).toBe(
        "aggregate -> stats_of at reports/courier_reports/aggregate.py:20 (resolved)\n",
      );
    });

    it("say what is wrong", async () => {
      expect(await example(language, "callers", [courier, "nobody", ...serverOf(transport)])).toMatch(
        /^not_found: /,
      );
      expect(
        await example(language, "index-and-search", [
          join(courier, "README.md"),
          "x",
          ...serverOf(transport),
        ]),
      ).toMatch(/^no index: error: .*README\.md/);
    });
  },
);

describe.skipIf(!LANGUAGES.includes("python"))("the Python client", () => {
  const folder = join(ROOT, "clients/python");
  const python = (...args: readonly string[]) =>
    run(pythonInterpreter(), args, {
      cwd: folder,
      env: { ...PYTHON_ENVIRONMENT, PYTHONPATH: join(folder, "src") },
    });

  it(
    "has the models that the generator makes of the contracts, which the check without Python tells as " +
      "well",
    async () => {
      const committed = readFileSync(join(folder, "src/satori_client/_generated/models.py"), "utf8");
      const contracts = pythonContracts(generateSchemas(ROOT));
      expect(await pythonModels("npm run generate", contracts)).toBe(committed);
      expect(isFresh(committed, contracts)).toBe(true);
      expect(isFresh(committed.replace("class Meta", "class Mete"), contracts)).toBe(false);
      expect(isFresh(committed, { ...contracts, schema: { ...contracts.schema, title: "Others" } })).toBe(
        false,
      );
    },
  );

  it("has types that mypy finds nothing wrong with, examples and tests included", async () => {
    const { stdout } = await python(
      "-m",
      "mypy",
      "--cache-dir",
      join(workspace.folder, "mypy"),
      "src",
      "tests",
      "examples",
    );
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files/);
  });

  it("narrows answers by their status, which mypy knows", async () => {
    const misuse = workspace.path("misuse.py");
    writeFile(
      misuse,
      [
        "from satori_client import SatoriClient",
        "async def search(client: SatoriClient) -> None:",
        "    found = await client.search_codebase(path='a', query='b')",
        "    found.results",
        "    if found.status == 'ok':",
        "        reveal_type(found.results[0].span.start_line)",
        "    await client.read_file(path='a', mode='odd')",
        "    await client.manage_index(action='status')",
        "",
      ].join("\n"),
    );
    const failed = (await python("-m", "mypy", "--cache-dir", join(workspace.folder, "mypy"), misuse).catch(
      (error: unknown) => error,
    )) as { stdout: string };
    const told = failed.stdout
      .split("\n")
      .filter((line) => line.startsWith(misuse) && !line.includes(" defined in "))
      .map((line) => line.slice(misuse.length + 1));
    expect(told).toEqual([
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^4: error: .*has no attribute "results"/)),
      expect.stringMatching(/^6: note: Revealed type is "int"/),
      expect.stringMatching(/^7: error: Argument "mode"/),
      expect.stringMatching(/^8: error: Missing named argument "path"/),
    ]);
  });

  it("decides about every known answer as the contracts do", async () => {
    const { stderr } = await python("-m", "unittest", "discover", "-s", "tests");
    expect(stderr).toMatch(/Ran \d+ tests.*\n\nOK/s);
  });
});
