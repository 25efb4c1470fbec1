/** The Dockerfile and compose.yaml, as far as can be said without Docker. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "./packages.ts";

const FOLDER = join(ROOT, "packaging/docker");
const instructions = DockerfileParser.parse(
  readFileSync(join(FOLDER, "Dockerfile"), "utf8"),
).getInstructions();

const named = (keyword: string, among: readonly Instruction[] = instructions): Instruction[] =>
  among.filter((one) => one.getKeyword() === keyword);
const argumentsOf = (keyword: string, among?: readonly Instruction[]): string[] =>
  named(keyword, among).map((one) => one.getArgumentsContent() ?? "");
/** Instructions of the stage that becomes the image. */
const image = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === "FROM"));

describe("the Dockerfile", () => {
  it("has two stages on one image, which it names by version and digest", () => {
    expect(argumentsOf("ARG")[0]).toMatch(/^NODE=node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(argumentsOf("FROM")).toEqual(["${NODE} AS install", "${NODE}"]);
  });

  it("takes nothing from the network but packages of npm, and only in the first stage", () => {
    expect(named("ADD")).toEqual([]);
    expect(argumentsOf("RUN").filter((run) => /curl|wget|apt|https?:/.test(run))).toEqual([]);
    expect(argumentsOf("RUN", image).filter((run) => /\bnpm (?:install|ci)\b/.test(run))).toEqual([]);
    expect(named("COPY", image).map(String)).toEqual(["COPY --from=install /opt/satori /opt/satori"]);
  });

  it("runs as a user without privileges, who owns the folder for indexes and nothing else", () => {
    expect(argumentsOf("USER")).toEqual(["1000:1000"]);
    const after = image.slice(image.findIndex((one) => one.getKeyword() === "USER"));
    expect(named("RUN", after)).toEqual([]);
    const owned = argumentsOf("RUN", image)
      .join()
      .match(/--owner=\S+.*?(\/\S+)/g);
    expect(owned).toEqual(["--owner=1000 --group=1000 --mode=0700 /var/lib/satori"]);
    expect(argumentsOf("VOLUME")).toEqual(['["/var/lib/satori"]']);
  });

  it("removes the package managers of Node.js", () => {
    for (const program of ["npm", "npx", "corepack", "yarn", "yarnpkg"])
      expect(argumentsOf("RUN", image).join()).toContain(` /usr/local/bin/${program} `);
  });

  it("can be watched and stopped, and says what it is", () => {
    expect(argumentsOf("HEALTHCHECK", image)).toEqual([expect.stringContaining("/healthz")]);
    expect(argumentsOf("STOPSIGNAL", image)).toEqual(["SIGTERM"]);
    for (const label of ["title", "description", "version", "licenses"])
      expect(argumentsOf("LABEL", image).join()).toContain(`org.opencontainers.image.${label}=`);
  });

  it("starts the server without a shell, which would keep signals from it", () => {
    expect(argumentsOf("ENTRYPOINT")).toEqual(['["/opt/satori/bin/satori-mcp"]']);
    expect(argumentsOf("CMD").map((text) => JSON.parse(text) as unknown)).toEqual([
      ["--http", "--host", "0.0.0.0", "--port", "7411"],
    ]);
  });

  it("gets the package, and nothing else of the repository", () => {
    const ignored = readFileSync(join(FOLDER, "Dockerfile.dockerignore"), "utf8");
    expect(ignored.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
      "*",
      "!dist/satori-code-*.tgz",
    ]);
    expect(argumentsOf("COPY")[0]).toBe("dist/satori-code-${VERSION}.tgz /tmp/satori-code.tgz");
  });
});

describe("compose.yaml", () => {
  const { services, volumes } = parse(readFileSync(join(FOLDER, "compose.yaml"), "utf8")) as {
    readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly volumes: object;
  };
  const { satori = {}, milvus = {} } = services;

  it("builds the Dockerfile with the root of the repository as its context", () => {
    const { context, dockerfile } = satori["build"] as {
      readonly context: string;
      readonly dockerfile: string;
    };
    expect(join(FOLDER, context, dockerfile)).toBe(join(FOLDER, "Dockerfile"));
    expect(existsSync(join(FOLDER, context, "package.json"))).toBe(true);
  });

  it("gives the server nothing to write to but its indexes, and no privileges", () => {
    expect(satori).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(satori["volumes"]).toEqual(["index:/var/lib/satori", expect.stringMatching(/:\/code:ro$/)]);
  });

  it("publishes the server on the loopback interface, and Milvus nowhere", () => {
    expect([satori["ports"], milvus["ports"]]).toEqual([["127.0.0.1:7411:7411"], undefined]);
  });

  it("starts only with a token and a folder, and after Milvus", () => {
    expect(JSON.stringify(satori)).toMatch(/\$\{SATORI_HTTP_TOKEN:\?.*\$\{SATORI_CODE:\?/);
    expect(satori["depends_on"]).toEqual({ milvus: { condition: "service_healthy" } });
    expect(satori["environment"]).toMatchObject({ SATORI_STORE: "milvus", MILVUS_ADDRESS: "milvus:19530" });
  });

  it("names images by version, and keeps what they write in volumes", () => {
    for (const { image } of [satori, milvus]) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
    expect(Object.keys(volumes)).toEqual(["index", "milvus"]);
    expect(milvus["volumes"]).toEqual(["milvus:/var/lib/milvus"]);
  });
});
