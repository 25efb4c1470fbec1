/** satori doctor: what it says of a sound installation and of a broken one, to people and to programs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { DOCTOR_CHECK_IDS, type DoctorFinding, type DoctorReport } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { startEmbeddingService } from "../support/embedding-service.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("code", "//- a.ts\nexport function greet(): string {\n  return 'hello';\n}");
let satori: Cli;
beforeAll(async () => {
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

async function diagnose(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, code } = await satori(["doctor", "--json", ...args], { environment });
  const report = JSON.parse(stdout) as DoctorReport & {
    readonly status: string;
    readonly error?: { readonly code: string; readonly details: object };
  };
  const of = (id: DoctorFinding["id"]): readonly DoctorFinding[] =>
    report.findings.filter((finding) => finding.id === id);
  return { stdout, stderr, code, report, of };
}

describe("satori doctor", () => {
  test("ends with 0 and a finding a line where everything works", async () => {
    const { code, stdout, stderr } = await satori(["doctor"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {7}node\.version +\d+\./);
    expect(stdout).toMatch(new RegExp(`^ok +index\\.state +${root}: 1 file, 1 chunk, .+$`, "m"));
    expect(stdout).toMatch(/\n\n\d+ ok, \d+ warnings?, 0 errors\n$/);
  });

  test("with --json is one object, with ids of the contracts in their order", async () => {
    const { code, stderr, report } = await diagnose();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(report).toMatchObject({ command: "doctor", version: 1, status: "ok", summary: { errors: 0 } });
    const places = report.findings.map(({ id }) => DOCTOR_CHECK_IDS.indexOf(id));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  });

  test("ends with 1 where settings would keep everything else from starting, and names each fix", async () => {
    const environment = { SATORI_EMBEDDER: "magic", SATORI_HOOM: "x" };
    const { code, report, of } = await diagnose([], environment);
    expect([code, report.status, report.error]).toMatchObject([
      1,
      "error",
      { code: "CHECKS_FAILED", details: { checks: ["config.setting", "config.unknown"] } },
    ]);
    expect(of("config.unknown")).toMatchObject([
      { subject: "SATORI_HOOM", fix: expect.stringContaining("SATORI_HOME") },
    ]);
    const plain = await satori(["doctor"], { environment });
    expect(plain).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error CHECKS_FAILED: 2 checks failed\. .+\n$/),
    });
    expect(plain.stdout).toMatch(/^error +config\.setting +SATORI_EMBEDDER: .+\n +fix: /m);
  });

  test("shows no key, in no form of the answer", async () => {
    const environment = {
      SATORI_EMBEDDER: "voyage",
      VOYAGE_API_KEY: "pa-do-not-show",
      SATORI_HTTP_TOKEN: "tok-do-not-show",
      OPENAI_API_KEY: "sk-do-not-show",
    };
    for (const args of [["doctor"], ["doctor", "--json"]]) {
      const { stdout, stderr } = await satori(args, { environment });
      expect(stdout + stderr).not.toContain("do-not-show");
      expect(stdout).toContain("[secret]");
    }
  });

  test("asks a service with --online alone", async () => {
    await using service = await startEmbeddingService();
    const { environment } = service;
    expect((await diagnose([], environment)).of("embedder.answer")).toMatchObject([
      { level: "ok", found: expect.stringContaining("--online") },
    ]);
    expect(service.embedded).toHaveLength(0);
    expect((await diagnose(["--online"], environment)).of("embedder.answer")).toMatchObject([
      { level: "ok", found: expect.stringMatching(/\d+ dimensions/) },
    ]);
    expect(service.embedded).toHaveLength(1);
  });

  test("tells of what is left among the indexes, and of an index that another configuration made", async () => {
    mkdirSync(workspace.path("home", "indexes", "left-over"));
    writeFileSync(workspace.path("home", "indexes", "left-over", "index.db"), "x");
    const { code, of } = await diagnose([], { SATORI_EMBEDDER: "none" });
    expect(code).toBe(0);
    expect(of("index.orphan")).toMatchObject([
      { level: "warning", subject: workspace.path("home", "indexes", "left-over") },
    ]);
    expect(of("index.state")).toMatchObject([
      {
        level: "warning",
        subject: root,
        found: expect.stringContaining("embeddingProvider"),
        fix: expect.stringContaining("satori reindex"),
      },
    ]);
  });

  test("finds the index of a commit sound, next to that of the files", async () => {
    const repository = workspace.tree("repository", "//- b.ts\nexport const depot = 1;\n");
    const git = ["init -q", "add .", "-c user.name=a -c user.email=a@b commit -q -m first", "tag v1"].map(
      (command) => `git -C "${repository}" ${command}`,
    );
    expect((await satori.shell(git.join(" && "))).code).toBe(0);
    const environment = { SATORI_HOME: workspace.path("home-of-commits") };
    for (const args of [
      ["index", repository],
      ["search", "depot", "--path", repository, "--at", "v1"],
    ])
      expect(await satori(args, { environment })).toMatchObject({ code: 0 });
    const { of } = await diagnose([], environment);
    expect(of("index.orphan")).toEqual([]);
    expect(of("index.state")).toMatchObject([
      { level: "ok", subject: repository },
      { level: "ok", subject: expect.stringMatching(`^commit [0-9a-f]{12} of ${repository}$`) },
    ]);
  });

  test("makes no home where there is none", async () => {
    const home = workspace.path("nothing-yet");
    const { code, of } = await diagnose([], { SATORI_HOME: home });
    expect([code, of("home.folder"), of("index.state")]).toMatchObject([
      0,
      [{ level: "ok" }],
      [{ found: "nothing is indexed yet" }],
    ]);
    expect((await satori.shell(`test -e "${home}"`)).code).toBe(1);
  });
});
