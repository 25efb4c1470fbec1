import { mkdtempSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolSet } from "@satori/contracts";
import { readConfig } from "@satori/engine/config";
import { afterAll, describe, expect, it } from "vitest";
import { StartError } from "../../start-up.ts";
import { checkStart, listenProblem, portProblem } from "./start-checks.ts";

const folder = mkdtempSync(join(tmpdir(), "satori-start-"));
const at = (name: string): string => join(folder, name);
for (const name of ["a", "a/inner", "b"]) mkdirSync(at(name));
symlinkSync(at("b"), at("a/out"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Given {
  readonly host?: string;
  readonly roots?: readonly string[];
  readonly root?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly sets?: readonly ToolSet[];
}

function start({ host = "127.0.0.1", roots = ["a"], root, environment = {}, sets = ["core"] }: Given): void {
  const config = readConfig({
    environment: {
      SATORI_HOME: at("home"),
      SATORI_ALLOWED_ROOTS: roots.map(at).join(process.platform === "win32" ? ";" : ":"),
      ...environment,
    },
    freshnessPolicy: "by_age",
  });
  checkStart({ host, config, sets, root: root === undefined ? null : at(root) });
}

describe("the roots of the workspace", () => {
  const environment = { DOCS_ROOT: at("a/inner"), CODE_ROOT: at("b") };
  it("lie in the allowed folders where its tools are offered", () =>
    expect(() => start({ environment, sets: ["workspace"] })).toThrow(/CODE_ROOT is .*SATORI_ALLOWED_ROOTS/));
  it.each<Given>([{ environment, sets: ["workspace"], roots: ["a", "b"] }, { environment }])(
    "are no matter with %j",
    (given) => expect(() => start(given)).not.toThrow(),
  );
});

describe("a server starts", () => {
  it.each<Given>([
    {},
    { roots: ["a", "b"] },
    { root: "a" },
    { root: "a/inner" },
    { root: "b", roots: ["a", "a/out"] },
    { host: "localhost" },
    { host: "::1" },
    { host: "0.0.0.0", environment: { SATORI_HTTP_TOKEN: "t" } },
    {
      environment: {
        SATORI_ALLOWED_HOSTS: "a.example, B.example,10.0.0.1,fd00::1",
        SATORI_ALLOWED_ORIGINS: "https://a.example,http://b:80",
      },
    },
  ])("with %j", (given) => {
    expect(() => start(given)).not.toThrow();
  });
});

describe("a server does not start, and says what to do,", () => {
  it.each<[string, Given, RegExp]>([
    ["without folders", { environment: { SATORI_ALLOWED_ROOTS: "" } }, /SATORI_ALLOWED_ROOTS is not set/],
    ["with one that is none", { roots: ["a", "c"] }, /SATORI_ALLOWED_ROOTS is .*c, which is not a folder/],
    ["with a root outside", { root: "b" }, /--root is .*b, which is outside the folders/],
    ["with a root above", { root: "", roots: ["a"] }, /is outside the folders/],
    ["with a root that leads out", { root: "a/out" }, /is outside the folders/],
    ["for others without a token", { host: "0.0.0.0" }, /0\.0\.0\.0 .*SATORI_HTTP_TOKEN/],
    ["for others on IPv6", { host: "::" }, /SATORI_HTTP_TOKEN/],
    ["by a name that others may reach", { host: "code.example" }, /SATORI_HTTP_TOKEN/],
    [
      "with what is no origin",
      { environment: { SATORI_ALLOWED_ORIGINS: "https://a.example/" } },
      /SATORI_ALLOWED_ORIGINS has "https:\/\/a\.example\/"/,
    ],
    ["with any origin", { environment: { SATORI_ALLOWED_ORIGINS: "*" } }, /has "\*"/],
    [
      "with a host that has a port",
      { environment: { SATORI_ALLOWED_HOSTS: "a.example:80" } },
      /SATORI_ALLOWED_HOSTS has "a\.example:80"/,
    ],
  ])("%s", (_, given, message) => {
    expect(() => start(given)).toThrow(StartError);
    expect(() => start(given)).toThrow(message);
  });
});

describe("what the system says when it does not listen", () => {
  it.each([
    ["EADDRINUSE", /port 80 of there is in use/],
    ["EACCES", /no permission to listen on port 80/],
    ["EADDRNOTAVAIL", /there is not an address of this machine/],
    ["ENOTFOUND", /there is neither an address nor a known name/],
    ["EMFILE", /there:80 .*EMFILE/],
  ])("%s", (code, message) => {
    expect(
      listenProblem(Object.assign(new Error("x"), { code }), { host: "there", port: 80 }).message,
    ).toMatch(message);
  });
});

describe("a port", () => {
  it("that browsers refuse is told of", async () => {
    expect(portProblem(6000)).toMatch(/browsers refuse to connect to port 6000, .*--port/);
    // Node.js behaves as browsers do: it refuses before it connects.
    await expect(fetch("http://127.0.0.1:6000/")).rejects.toMatchObject({ cause: { message: "bad port" } });
  });

  it.each([7312, 8080, 3000, 6001])("such as %i is good", (port) => expect(portProblem(port)).toBeNull());
});
