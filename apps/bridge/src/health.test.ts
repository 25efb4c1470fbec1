import { expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { healthOf, tellHealth } from "./bridge.ts";
import { asResult, clientError, fakeServers } from "./testing/fakes.ts";

const status = (rest: object): ReturnType<typeof asResult> =>
  asResult({
    tool: "manage_index",
    version: 1,
    status: "ok",
    message: "m",
    humanText: "/srv/shop: indexed, 9 files",
    ...rest,
  });
const codebases = asResult({
  tool: "list_codebases",
  version: 1,
  status: "ok",
  humanText: "/srv/shop: indexed",
});

it("tells of the server, of the folder of the session, and of the others", async () => {
  const { start, servers } = fakeServers([status({}), codebases]);
  const health = await tellHealth(new Connection(start), "/srv/shop");
  expect(health).toEqual({
    level: "info",
    message:
      "The Satori server is running (MCP 2025-11-25).\n\nThis folder:\n/srv/shop: indexed, 9 " +
      "files\n\nAll codebases:\n/srv/shop: indexed",
  });
  expect(servers[0]?.calls.map(({ tool, args }) => [tool, args])).toEqual([
    ["manage_index", { action: "status", path: "/srv/shop" }],
    ["list_codebases", {}],
  ]);
});

it.each([
  [status({ status: "not_indexed", reason: "not_indexed" }), "warning"],
  [status({ status: "error", error: { code: "INDEX_FAILED", message: "no space", details: {} } }), "error"],
  [{ content: [{ type: "text", text: "is not indexed" }] }, "warning"],
] as const)("is more than news where no index answers: %o", (result, level) => {
  expect(healthOf(result, codebases, "2025-11-25").level).toBe(level);
});

it("says what is wrong with a server that does not start", async () => {
  const { start } = fakeServers(clientError("start_up"), clientError("start_up"));
  expect(await tellHealth(new Connection(start), "/srv/shop")).toEqual({
    level: "error",
    message: expect.stringContaining("the Satori server does not start. it was start_up"),
  });
});

it("says which question has no answer, and of none that it may have begun something", async () => {
  const gone = clientError("transport");
  const told = async (...starts: Parameters<typeof fakeServers>): Promise<unknown> =>
    tellHealth(new Connection(fakeServers(...starts).start), "/srv/shop");
  expect(await told([gone])).toEqual({
    level: "error",
    message: "manage_index returned no answer. it was transport",
  });
  // This call is retried.
  expect(await told([status({}), gone], [gone])).toEqual({
    level: "error",
    message: "list_codebases returned no answer. it was transport",
  });
});
