/**
 * What is published is there, and is found: by publint's rules, by the compilers of those who use it, in
 * bundles and in browsers. An archive that lacks a file works in the workspace and nowhere else.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { Package, checkPackage } from "@arethetypeswrong/core";
import { SCHEMA_IDS } from "@satori/contracts";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, describe, expect, it } from "vitest";
import { PYTHON_BYTECODE, installPython, run } from "../../tools/installed.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Those that others compile against. */
const TYPED = ["@satori/contracts", "@satori/sidecar", "@satori/engine", "@satori/client"];

const python = (await installPython("build", ["hatchling==1.27.0"]))?.("python");
const folder = mkdtempSync(join(tmpdir(), "satori-packed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const packAll = (...options: readonly string[]): Packed[] =>
  JSON.parse(
    execFileSync(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder, ...options],
      { cwd: ROOT, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 },
    ),
  ) as Packed[];

/** What an archive would hold. */
function contentsOf({ name, files }: Packed): { readonly name: string; readonly data: Uint8Array }[] {
  const source = join(ROOT, "node_modules", name);
  return files.map(({ path }) => ({ name: path, data: new Uint8Array(readFileSync(join(source, path))) }));
}

/** What is private is part of another package. */
const isPrivate = ({ name }: Packed): boolean =>
  (
    JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as {
      readonly private?: boolean;
    }
  ).private === true;
const packed = packAll("--workspaces", "--dry-run").filter((one) => !isPrivate(one));

const archiveOf = (name: string): Packed =>
  packed.find((one) => one.name === name) ?? { name, version: "", filename: "", files: [] };

/** What publint says, suggestions included. */
async function saidByPublint(one: Packed): Promise<(string | undefined)[]> {
  const files = contentsOf(one).map((file) => ({ ...file, name: `package/${file.name}` }));
  const { messages, pkg } = await publint({ pkgDir: "package", pack: { files }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

/**
 * What is wrong with types, by every way in which ESM is resolved: for Node 10 and for `require` there is
 * nothing here.
 */
async function problemsOfTypes({ name, version, files }: Packed): Promise<readonly object[]> {
  const contents = contentsOf({ name, version, filename: "", files }).map(
    (file) => [`/node_modules/${name}/${file.name}`, file.data] as const,
  );
  const analysis = await checkPackage(new Package(Object.fromEntries(contents), name, version));
  if (!analysis.types) return [{ kind: "no types" }];
  return analysis.problems.filter(
    (problem) => !("resolutionKind" in problem) || !["node10", "node16-cjs"].includes(problem.resolutionKind),
  );
}

/** Files of a folder of the workspace, as an archive names them. */
const below = (source: string, ...parts: readonly string[]): string[] =>
  readdirSync(join(ROOT, source, ...parts)).map((file) => [...parts, file].join("/"));

/** Queries of all languages, which lie in the archive as they do in the sources. */
const queries = (): string[] =>
  readdirSync(join(ROOT, "libs/sidecar/src/languages"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".scm"))
    .map((path) => `dist/languages/${path.split(sep).join("/")}`);

describe("the archive", () => {
  const pathsOf = ({ files }: Packed): string[] => files.map(({ path }) => path);

  it.each<[string, readonly string[]]>([
    ["@satori/sidecar", ["dist/index.js", ...queries(), ...below("libs/sidecar", "assets", "grammars")]],
    [
      "@satori/engine",
      [
        "dist/index.js",
        "dist/config.js",
        "dist/log.js",
        "dist/file-worker.js",
        "dist/types/index.d.ts",
        ...below("libs/engine", "assets"),
      ],
    ],
    ["@satori/client", ["dist/index.js", "dist/types/index.d.ts", "README.md"]],
    [
      "@satori/contracts",
      [
        "dist/index.js",
        "dist/parsers.js",
        "dist/registries.js",
        "dist/schemas.js",
        "dist/validate-input.js",
        "dist/validate-output.js",
        "dist/types/index.d.ts",
        ...below("libs/contracts", "dist", "schemas"),
      ],
    ],
    ["@satori/cli", ["bin/satori.js", "dist/main.cjs", "dist/hook.js"]],
    ["@satori/bridge", ["dist/index.js", "skills/satori/SKILL.md", "README.md"]],
    [
      "@satori/mcp",
      [
        "bin/satori-mcp.js",
        "bin/package.json",
        "dist/main.cjs",
        "dist/server-process.js",
        "dist/engine-worker.js",
        "dist/console/index.html",
        ...["console.js", "console.css", "icon.svg"].map((file) => `dist/console/${file}`),
        ...below("apps/mcp", "dist", "console", "chunks"),
      ],
    ],
  ])("of %s holds what it reads when it runs", (name, files) => {
    expect(files.length).toBeGreaterThan(1);
    expect(pathsOf(archiveOf(name))).toEqual(expect.arrayContaining([...files]));
  });

  it.each(packed.map((one) => [one.name, one] as const))(
    "of %s holds no tests and no traces of the compiler",
    (_, one) => {
      expect(
        pathsOf(one).filter((path) =>
          /\.(?:test|suite)\.|\/testing\/|\.map$|\.tsbuildinfo$|^src\//.test(path),
        ),
      ).toEqual([]);
    },
  );
});

describe("licences", () => {
  const ownLicence = readFileSync(join(ROOT, "LICENSE"), "utf8");
  /**
   * In front of what it takes out of a file, the bundler writes its path, unless it has been told to leave
   * out comments.
   */
  const bundledIn = (text: string): string[] =>
    [...text.matchAll(/^ *\/\/ (?:\S*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm)].map(
      ([, name = ""]) => name,
    );

  it.each(packed.map((one) => [one.name, one] as const))(
    "%s comes with its own, and with those of what it holds of others",
    (name, one) => {
      const texts = new Map(
        contentsOf(one).map((file) => [file.name, Buffer.from(file.data).toString("utf8")]),
      );
      expect(texts.get("LICENSE")).toBe(ownLicence);
      const notices = texts.get("THIRD-PARTY-NOTICES") ?? "";
      expect(notices).toMatch(new RegExp(`^${name} is under the licence in LICENSE`));
      const bundled = new Set(
        [...texts].flatMap(([file, text]) => (/\.c?js$/.test(file) ? bundledIn(text) : [])),
      );
      expect([...bundled].filter((other) => !notices.includes(`\n${other} `))).toEqual([]);
      expect(bundled.size > 0).toBe(["@satori/engine", "@satori/cli", "@satori/mcp"].includes(name));
    },
  );

  it.skipIf(python === undefined)("the Python client comes with them, as source and as a wheel", async () => {
    await run(String(python), ["-m", "hatchling", "build", "--directory", folder], {
      cwd: join(ROOT, "clients/python"),
      env: { ...process.env, ...PYTHON_BYTECODE },
    });
    for (const [ending, module] of [
      [".tar.gz", "tarfile"],
      [".whl", "zipfile"],
    ] as const) {
      const archive =
        readdirSync(folder).find((file) => file.startsWith("satori_client-") && file.endsWith(ending)) ?? "";
      const { stdout } = await run(String(python), ["-m", module, "--list", join(folder, archive)]);
      expect(stdout.match(/(?<=\/)(?:LICENSE|THIRD-PARTY-NOTICES)\b/g)?.sort()).toEqual([
        "LICENSE",
        "THIRD-PARTY-NOTICES",
      ]);
    }
  });
});

it.each(packed.map((one) => [one.name, one] as const))("%s is in order for publint", async (_, one) =>
  expect(await saidByPublint(one)).toEqual([]),
);

it.each(TYPED)("%s has types that fit its modules", async (name) =>
  expect(await problemsOfTypes(archiveOf(name))).toEqual([]),
);

it("an archive that lacks a file is found out", async () => {
  const whole = archiveOf("@satori/contracts");
  const without = (file: string): Packed => ({
    ...whole,
    files: whole.files.filter(({ path }) => path !== file),
  });
  expect(await saidByPublint(without("dist/parsers.js"))).toEqual([expect.stringContaining("parsers.js")]);
  expect(await problemsOfTypes(without("dist/types/parsers.d.ts"))).not.toEqual([]);
});

describe("@satori/contracts", () => {
  const dist = (file: string): string => pathToFileURL(join(ROOT, "libs/contracts/dist", file)).href;

  /** What a browser runs, in a realm that has nothing of Node. */
  async function inBrowser(code: string): Promise<{ result: unknown; sizeBytes: number }> {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: ROOT },
      bundle: true,
      platform: "browser",
      format: "iife",
      globalName: "page",
      minify: true,
      write: false,
      logLevel: "silent",
    });
    const text = outputFiles[0]?.text ?? "";
    return {
      result: JSON.parse(String(runInContext(`${text}; JSON.stringify(page.result)`, createContext({})))),
      sizeBytes: text.length,
    };
  }

  it("works in a bundle for browsers: registries, schemas, validators, parsers", async () => {
    const { result } = await inBrowser(`
      import { SCHEMA_IDS, TOOLS, WARNING_CODES, parseManageStatus, schemaById, validateInput, validateOutput } from "@satori/contracts";
      const envelope = { tool: "set_scope", version: 1, status: "error", message: "no", error: { code: "INTERNAL", message: "no", details: {} }, meta: { durationMs: 1 } };
      export const result = [
        TOOLS.length, WARNING_CODES.length > 0, schemaById(SCHEMA_IDS[0]).title,
        validateInput("read_file", { path: "a", limit: 1 }), validateOutput("set_scope", envelope).ok, validateOutput("set_scope", { ...envelope, more: 1 }).ok,
        parseManageStatus({ content: [{ type: "text", text: "It is not indexed" }] }),
      ];`);
    expect(result).toEqual([
      19,
      true,
      "list_codebases.output",
      {
        ok: false,
        problems: [
          {
            path: "limit",
            message:
              "is not an argument of this tool, which takes path, file, start_line, end_line, mode, " +
              "open_symbol, debug, ref, session_id",
          },
        ],
      },
      true,
      false,
      { state: "not_indexed", source: "legacy_text" },
    ]);
  });

  it("gives a page that only reads answers no schemas and no validators", async () => {
    const { result, sizeBytes } = await inBrowser(
      'import { parseManageStatus } from "@satori/contracts/parsers"; export const result = ' +
        "parseManageStatus({});",
    );
    expect(result).toEqual({ state: "unknown", source: "legacy_text" });
    expect(sizeBytes).toBeLessThan(50_000);
    const fromAll = await inBrowser(
      'import { parseManageStatus } from "@satori/contracts"; export const result = parseManageStatus({});',
    );
    expect(fromAll.sizeBytes).toBeLessThan(50_000);
  });

  it("finds its schemas by file, and those of outputs by $id through the index of files", () => {
    const index = JSON.parse(readFileSync(new URL(dist("schemas/index.json")), "utf8")) as Record<
      string,
      string
    >;
    expect(Object.keys(index)).toEqual(SCHEMA_IDS);
    const files = readdirSync(join(ROOT, "libs/contracts/dist/schemas"));
    for (const [id, file] of Object.entries(index)) {
      expect(files).toContain(file);
      const path = createRequire(import.meta.url).resolve(`@satori/contracts/schemas/${file}`);
      expect((JSON.parse(readFileSync(path, "utf8")) as { $id: string }).$id).toBe(id);
    }
  });

  it("works in Node as it is published, each entry by itself, and without any other package", () => {
    const entries = Object.keys(
      (JSON.parse(readFileSync(join(ROOT, "libs/contracts/package.json"), "utf8")) as { exports: object })
        .exports,
    ).filter((entry) => !entry.includes(".json"));
    expect(entries).toEqual([
      ".",
      "./parsers",
      "./registries",
      "./schemas",
      "./validate-input",
      "./validate-output",
    ]);
    execFileSync("tar", [
      "-xzf",
      join(folder, packAll("--workspace", "@satori/contracts")[0]?.filename ?? ""),
      "-C",
      folder,
    ]);
    const modules = ["index", "parsers", "registries", "schemas", "validate-input", "validate-output"].map(
      (name) => pathToFileURL(join(folder, "package", "dist", `${name}.js`)).href,
    );
    const script =
      `const all = await Promise.all(${JSON.stringify(modules)}.map((url) => import(url))); ` +
      "console.log(all.every((module) => Object.keys(module).length > 0));";
    expect(
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        cwd: folder,
        encoding: "utf8",
      }).trim(),
    ).toBe("true");
  });
});
