import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { environmentOf, isStandalone, localProcessOf, socketOf } from "./identity.ts";

let folder: string;
let built: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "satori-identity-"));
  built = join(folder, "main.js");
  writeFileSync(built, "");
});
afterAll(() => rmSync(folder, { recursive: true }));

const PLAIN = { HOME: "/home/a", PATH: "/nowhere", SATORI_HOME: "/data/satori" };

function processOf(environment: Record<string, string> = {}, version = "1.0.0") {
  const full = { ...PLAIN, ...environment };
  const config = readConfig({ environment: full, freshnessPolicy: "by_age", fileValues: {} });
  return localProcessOf({
    config,
    environment: full,
    program: { version, script: "/bin/satori-mcp.js", built },
  });
}

describe("sessions share a process", () => {
  it.each<[string, Record<string, string>]>([
    [
      "with what terminals and agents set",
      { TERM: "xterm", SSH_TTY: "/dev/pts/1", CLAUDECODE: "1", PWD: "/x" },
    ],
    [
      "with other tools, answers and roots",
      { SATORI_TOOLS: "scope", SATORI_ANSWERS: "text", SATORI_ALLOWED_ROOTS: "/x" },
    ],
    ["with folders in PATH where no program of ours is", { PATH: "/nowhere:/project/node_modules/.bin" }],
    ["with a setting that is empty, or has its default", { SATORI_STORE: "", SATORI_FRESHNESS_MS: "180000" }],
    ["with another locale", { LANG: "de_DE.UTF-8", LC_CTYPE: "C.UTF-8" }],
    ["with variables that git does not get", { GIT_DIR: "/x/.git", GIT_ASKPASS: "ask" }],
  ])("%s", (_, environment) => expect(processOf(environment)).toEqual(processOf()));
});

describe("sessions have different processes", () => {
  it.each<[string, Record<string, string>]>([
    ["with another home", { SATORI_HOME: "/data/other" }],
    ["with another setting", { SATORI_MAX_FILE_BYTES: "4096" }],
    ["with another key of a service", { SATORI_EMBEDDER: "openai", OPENAI_API_KEY: "sk-1" }],
    ["with another user's folder", { HOME: "/home/b" }],
    ["with another configuration of git", { GIT_CONFIG_GLOBAL: "/x" }],
    ["with a proxy", { HTTPS_PROXY: "http://proxy" }],
    ["with options of Node.js", { NODE_EXTRA_CA_CERTS: "/x.pem" }],
  ])("%s", (_, environment) => expect(processOf(environment).key).not.toBe(processOf().key));

  it("with keys that differ, which are in no name", () => {
    const withKey = (key: string) => processOf({ SATORI_EMBEDDER: "openai", OPENAI_API_KEY: key });
    expect(withKey("sk-1").key).not.toBe(withKey("sk-2").key);
    expect(withKey("sk-1").name).toMatch(/^[0-9a-f]{12}-[0-9a-f]{6}$/);
  });

  it("after an update, which keeps the key", () => {
    const before = processOf();
    const newer = processOf({}, "1.0.1");
    expect([newer.key, newer.name === before.name]).toEqual([before.key, false]);
    utimesSync(built, 1_900_000_000, 1_900_000_000);
    expect(processOf().name).not.toBe(before.name);
  });
});

it("paths that depend on the working folder mean a process of its own", () => {
  const isAlone = (environment: Record<string, string>): boolean =>
    isStandalone({
      config: readConfig({ environment: PLAIN, freshnessPolicy: "by_age", fileValues: {} }),
      environment,
    });
  expect(isAlone(PLAIN)).toBe(false);
  for (const alone of [{ CI: "1" }, { NODE_EXTRA_CA_CERTS: "ca.pem" }, { NODE_OPTIONS: "--require ./x.cjs" }])
    expect(isAlone({ ...PLAIN, ...alone })).toBe(true);
});

describe("the socket", () => {
  it("is in the home, unless its path would be too long", () => {
    expect(socketOf("/data", "abc-1", "linux")).toBe("/data/sockets/abc-1.sock");
    const rest = "/sockets/abc-1.sock".length;
    expect(socketOf(`/${"h".repeat(102 - rest)}`, "abc-1", "linux")).toHaveLength(103);
    expect(socketOf(`/${"h".repeat(103 - rest)}`, "abc-1", "linux")).toBeNull();
    expect(socketOf(`/${"ü".repeat(60)}`, "abc-1", "darwin")).toBeNull();
  });

  it("is a pipe on Windows, whose name depends on the home", () => {
    const [one, two] = ["C:\\a", "C:\\b"].map((home) => socketOf(home, "abc-1", "win32"));
    expect(one).toMatch(/^\\\\\.\\pipe\\satori-[0-9a-f]{12}-abc-1$/);
    expect(two).not.toBe(one);
  });
});

it("a process gets what it reads, whatever its working folder", () => {
  const environment = { ...PLAIN, SATORI_HOME: "data", DOCS_ROOT: "docs", TERM: "xterm", GIT_DIR: "/x" };
  const config = readConfig({ environment, freshnessPolicy: "by_age", fileValues: {} });
  expect(environmentOf({ config, environment })).toEqual({
    HOME: "/home/a",
    PATH: "/nowhere",
    SATORI_HOME: join(process.cwd(), "data"),
    DOCS_ROOT: join(process.cwd(), "docs"),
  });
});
