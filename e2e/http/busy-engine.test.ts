/** A server whose engine is busy with a step that does not end: everything else goes on. */
import { existsSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { startHttp } from "../support/http-server.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("shop", "//- cart.ts\nexport const cart = 1;\n");
afterAll(() => workspace[Symbol.dispose]());

/**
 * Loaded into each thread of the server: once the file `hold` is there, the next call of the engine's thread
 * holds it until the file `go` is there. All calls of the engine read the clock.
 */
function holding(name: string) {
  const [hold, go] = [workspace.path(`${name}.hold`), workspace.path(`${name}.go`)];
  const code = `
    import { existsSync } from "node:fs";
    import { workerData } from "node:worker_threads";
    if (workerData?.cancellations) {
      const now = performance.now.bind(performance);
      performance.now = function stuckInEngine() {
        if (existsSync(${JSON.stringify(hold)})) while (!existsSync(${JSON.stringify(go)}));
        return now();
      };
    }`;
  return {
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
      SATORI_LOG_LEVEL: "warn",
    },
    hold: () => writeFileSync(hold, ""),
    letGo: () => writeFileSync(go, ""),
    isLetGo: () => existsSync(go),
  };
}

describe("while the engine is held by a call", () => {
  it(
    "a server over HTTP answers health checks, metrics and what needs no engine, says in its log what " +
      "holds it, and ends when it is told to",
    async () => {
      const engine = holding("http");
      await using server = await startHttp(workspace, { roots: [root], environment: engine.environment });
      await server.call("list_codebases", {});
      engine.hold();
      const held = server.call("list_codebases", {}).catch(() => null);
      await until("the log says so", () => server.stderr.includes("engine_stands_still"));
      expect([
        (await server.get("/healthz")).status,
        (await server.get("/metrics")).status,
        (await server.ask("tools/list")).status,
      ]).toEqual([200, 200, 200]);
      expect(server.log.find(({ event }) => event === "engine_stands_still")).toMatchObject({
        level: "warn",
        tool: "list_codebases",
        calls: [expect.stringMatching(/^list_codebases /)],
        stack: expect.arrayContaining([expect.stringMatching(/stuckInEngine /)]),
      });
      server.child.kill("SIGTERM");
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(engine.isLetGo()).toBe(false);
      await held;
    },
  );

  it("a server over stdio answers pings, and the call once it is let go", async () => {
    const engine = holding("stdio");
    await using server = await startMcp(workspace, { environment: engine.environment });
    await server.call("list_codebases", {});
    engine.hold();
    const held = server.call("list_codebases", {});
    await until("the log says so", () => server.stderr.includes("engine_stands_still"));
    expect(await server.request("ping", {})).toMatchObject({ result: {} });
    engine.letGo();
    expect(await held).toMatchObject({ status: "ok" });
  });

  it("a call is answered at its deadline all the same", async () => {
    const engine = holding("deadline");
    await using server = await startMcp(workspace, {
      environment: { ...engine.environment, SATORI_ANSWER_DEADLINE_MS: "1000" },
    });
    await server.call("list_codebases", {});
    engine.hold();
    expect(await server.call("list_codebases", {})).toMatchObject({
      status: "error",
      error: { code: "DEADLINE_REACHED", message: expect.stringContaining("SATORI_ANSWER_DEADLINE_MS") },
    });
    expect(engine.isLetGo()).toBe(false);
    engine.letGo();
    expect(await server.call("list_codebases", {})).toMatchObject({ status: "ok" });
  });
});
