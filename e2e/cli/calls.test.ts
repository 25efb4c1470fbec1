/** Callers and callees as people see them: of a repository in several languages, and of our own code. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/courier", import.meta.url));
const OUR_SYNC = fileURLToPath(new URL("../../libs/engine/src/sync", import.meta.url));

const workspace = createWorkspace();
const root = workspace.path("courier");
let satori: Cli;
beforeAll(async () => {
  cpSync(FIXTURE, root, { recursive: true });
  writeFile(`${root}/scheduler/go.mod`, "module example.org/courier/scheduler\n\ngo 1.22\n");
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

/** What is drawn, without what stands below the trees, which is looked at on its own. */
async function drawn(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await satori(args);
  expect({ stderr, code }, args.join(" ")).toEqual({ stderr: "", code: 0 });
  return stdout.slice(0, stdout.lastIndexOf("\n\n") + 1);
}

describe("callers", () => {
  test("of a TypeScript method stand in a tree, through the types of fields", async () => {
    expect(await drawn("callers", "HttpClient.request", "--depth", "2"))
      .toBe(`HttpClient.request  web/src/http/client.ts:24
├─ SessionStore.exchange  web/src/auth/session.ts:38
│  │  39  this.session = await this.client.request<Session>("/sessions/refresh", { method: "POST", body: { token: this.session?.refreshToken } });
│  └─ SessionStore.refresh  web/src/auth/session.ts:27
│        28  this.refreshing ??= this.exchange().finally(() => {
└─ HttpClient.get  web/src/http/client.ts:19
   │  20  return this.request<T>(path, { method: "GET" });
   ├─ ParcelList  web/src/components/ParcelList.tsx:6
   │     9  void client.get<Parcel[]>("/parcels").then(setParcels);
   └─ top level  web/src/http/client.test.ts:1
          7  await expect(new HttpClient("http://api", async () => "token").get("/parcels")).resolves.toEqual({});
         12  await expect(new HttpClient("http://api", async () => "token").get("/parcels")).rejects.toThrow(HttpError);
`);
  });

  test("of a Python function are found through what a package re-exports", async () => {
    expect(await drawn("callers", "stats_of", "--depth", "3"))
      .toBe(`stats_of  reports/courier_reports/aggregate.py:23
└─ aggregate  reports/courier_reports/aggregate.py:15
   │  20  return [stats_of(depot, group) for depot, group in sorted(by_depot.items())]
   └─ test_median_by_depot  reports/tests/test_aggregate.py:12
         13  stats = aggregate([delivery("north", 2), delivery("north", 4), delivery("south", 8)])
`);
  });

  test("of a Go function that is handed over as a value lead back to who hands it over", async () => {
    expect(await drawn("callers", "announce", "--depth", "3"))
      .toBe(`announce  scheduler/cmd/scheduler/main.go:22
└─ Dispatcher.worker  scheduler/internal/dispatch/dispatcher.go:58
   │  61  if err := d.run(ctx, job); err != nil {
   └─ Dispatcher.Run  scheduler/internal/dispatch/dispatcher.go:27
      │  32  go d.worker(ctx, work, &group)
      └─ main  scheduler/cmd/scheduler/main.go:13
            17  if err := dispatch.New(jobs, 8, announce).Run(ctx); err != nil {
`);
  });

  test("of all definitions of a name are shown, and with --path of those in a folder", async () => {
    const [first, second] = (await drawn("callers", "New")).split("\n\n");
    expect(first).toMatch(/^New {2}scheduler\/internal\/dispatch\/dispatcher\.go:22\n└─ main /);
    expect(second).toMatch(/^New {2}scheduler\/internal\/queue\/queue\.go:24\n├─ main /);
    expect(await drawn("callers", "New", "--path", "scheduler/internal/dispatch")).toBe(`${first}\n`);
  });

  test("that there are none is told together with what is not covered", async () => {
    expect((await satori(["callers", "write_csv"])).stdout).toBe(
      "write_csv  reports/courier_reports/csv_export.py:6\n\nNo callers found: no call in the indexed " +
        "code is known to lead here. Not covered: calls in sql.\n",
    );
  });

  test("for which there is no room are not called none", async () => {
    expect((await satori(["callers", "backoffDelay", "--limit", "1"])).stdout).toBe(
      "backoffDelay  web/src/http/backoff.ts:10\n\nNo room for callers. 1 more definition is beyond " +
        "the limit. --limit 50 shows more: it counts all definitions, including the requested ones. " +
        "Not covered: calls in sql.\n",
    );
  });
});

describe("callees", () => {
  test("stand in the order of the calls, each drawn once", async () => {
    expect(await drawn("callees", "Dispatcher.Run", "--depth", "2"))
      .toBe(`Dispatcher.Run  scheduler/internal/dispatch/dispatcher.go:27
├─ Dispatcher.worker  scheduler/internal/dispatch/dispatcher.go:58
│  │  32  go d.worker(ctx, work, &group)
│  ├─ announce  scheduler/cmd/scheduler/main.go:22
│  │     61  if err := d.run(ctx, job); err != nil {
│  └─ Queue.Push  scheduler/internal/queue/queue.go:29
│        62  d.jobs.Push(job)
└─ Dispatcher.drain  scheduler/internal/dispatch/dispatcher.go:48
   │  43  d.drain(now, work)
   └─ Queue.PopDue  scheduler/internal/queue/queue.go:36
         50  job, ok := d.jobs.PopDue(now)
`);
  });
});

describe("a symbol", () => {
  const QUEUE = "scheduler/internal/queue/queue.go";
  const first = async (symbol: string): Promise<string | undefined> =>
    (await drawn("callers", symbol)).split("\n")[0];

  test("may be a name, a qualified name, an id, or stand in a file by name or line", async () => {
    const { envelope } = await satori.json("file_outline", ["outline", QUEUE]);
    const id =
      envelope.status === "ok"
        ? envelope.outline.symbols.find(({ symbolLabel }) => symbolLabel === "Queue.PopDue")?.symbolId
        : undefined;
    for (const symbol of [
      "PopDue",
      "Queue.PopDue",
      id ?? "",
      `${QUEUE}:PopDue`,
      `${QUEUE}:Queue.PopDue`,
      `${QUEUE}:${id}`,
      `${QUEUE}:39`,
      `${root}/${QUEUE}:36`,
    ]) {
      expect(await first(symbol), symbol).toBe(`Queue.PopDue  ${QUEUE}:36`);
    }
  });

  test("around a line is the innermost function, else the innermost that is there", async () => {
    expect(await first("web/src/http/client.ts:15")).toBe("HttpClient.breaker  web/src/http/client.ts:15");
    expect(await first("web/src/http/client.ts:24")).toBe("HttpClient.request  web/src/http/client.ts:24");
  });

  test("that is not called has users", async () => {
    const { stdout } = await satori(["callers", "RequestOptions.timeoutMs"]);
    expect(stdout).toMatch(/^RequestOptions\.timeoutMs {2}web\/src\/http\/client\.ts:\d+\n/);
    expect((await satori(["callers", "RequestOptions"])).stdout).toContain("2 users, on 2 lines.");
  });

  test("that is none, or nothing that is called, is exit code 1 with a way on", async () => {
    expect(await satori(["callers", "frobnicate"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^not found: No symbol frobnicate .+\s.*satori search/),
    });
    expect(await satori(["callers", "popDue"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        `not found: No symbol popDue in the index. Similar: Queue.PopDue (${QUEUE}:36). Use satori ` +
        `callers ${QUEUE}:Queue.PopDue for it.\n`,
    });
    const elsewhere = await satori(["read", "web/src/http/client.ts", "--symbol", "PopDue"]);
    expect(elsewhere).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/ Use satori read \S+queue\S* --symbol Queue\.PopDue to open it\.\n$/),
    });
    expect(await satori(["read", QUEUE, "--symbol", "Queue.PopDue"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^func .+PopDue/),
    });
    expect(await satori(["callers", "web/src/http/client.ts:1"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^not found: .+ list the symbols with satori outline web\/src\/http\/client\.ts\.\n$/,
      ),
    });
    expect(await satori(["callers", "none.ts:1"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^not found: .+ none\.ts does not exist\.\n$/),
    });
    expect(await satori(["callees", "RETRYABLE"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^unsupported: RETRYABLE is a variable.+ Use satori callers to find its uses\.\n$/,
      ),
    });
    expect(await satori.json("call_graph", ["callers", "popDue"])).toMatchObject({
      code: 1,
      stderr: "",
      envelope: {
        status: "not_found",
        message: expect.stringMatching(/^No symbol popDue in the index/),
        candidates: [{ symbolLabel: "Queue.PopDue" }],
      },
    });
  });

  test("that could be several of one file gives a tree for each of them, and for none of another file", async () => {
    const { stdout, code } = await satori(["callers", `${QUEUE}:Push`]);
    expect([stdout.split("\n").filter((line) => /^\w/.test(line)), code]).toMatchObject([
      [
        `Queue.Push  ${QUEUE}:29`,
        `jobHeap.Push  ${QUEUE}:50`,
        expect.stringMatching(/^2 definitions match\. /),
      ],
      0,
    ]);
  });
});

test("--json is the envelope alone, of the same question", async () => {
  const { envelope, code, stderr } = await satori.json("call_graph", [
    "callers",
    "announce",
    "--depth",
    "2",
    "--limit",
    "5",
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(envelope).toMatchObject({
    status: "ok",
    path: root,
    nodes: [{}, {}, {}],
    edges: [{}, {}],
  });
});

test("options out of their range are named as they were written, with exit code 2", async () => {
  const check = async (args: readonly string[], message: string): Promise<void> =>
    expect(await satori(args), args.join(" ")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  await Promise.all([
    check(["callers", "New", "--depth", "6"], "--depth must be <= 5"),
    check(["callees", "New", "--limit", "0"], "--limit must be >= 1"),
    check(["callers", ""], "callers needs a symbol"),
    check(["callers"], "missing required argument"),
    check(["callers", "New", "more"], "too many arguments"),
  ]);
});

test("the first question indexes, and one after an edit sees it", async () => {
  using own = createWorkspace();
  const folder = own.tree(
    "shop",
    "//- a.py\ndef price():\n    return 1\n\ndef total():\n    return price()\n",
  );
  const cli = cliIn(own, folder);
  expect((await cli(["callers", "price"])).stdout).toContain("└─ total  a.py:4\n");
  writeFile(`${folder}/a.py`, "def price():\n    return 1\n\ndef sum_up():\n    return price()\n");
  expect((await cli(["callers", "price"])).stdout).toContain("└─ sum_up  a.py:4\n");
});

test("names and lines of files cannot control the terminal", async () => {
  using own = createWorkspace();
  const folder = own.tree("odd", "");
  writeFile(
    `${folder}/evil\x1b[31m\nname.ts`,
    "export function zebra(): void {}\nexport function run(): void { zebra(/* \x1b]0;owned\x07\x1b[2J " +
      "\u202e */); }\n",
  );
  const { stdout } = await cliIn(own, folder)(["callers", "zebra"]);
  expect(stdout).toContain("└─ run  evil<U+001B>[31m␊name.ts:2\n");
  expect(stdout).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
});

test.skipIf(!hasTerminal)(
  "on a narrow terminal lines fit, and colours are left out where they are not wanted",
  async () => {
    const { shown } = await satori.onTerminal(["callers", "HttpClient.request", "--depth", "2"], {
      columns: 48,
    });
    expect(shown).toContain("\x1b[1mHttpClient.request\x1b[0m  \x1b[36mweb/src/http/client.ts:24\x1b[0m");
    expect(shown).toMatch(/\x1b\[2m39 {2}this\.session = await .+…\x1b\[0m/);
    const tree = shown.replace(/\x1b\[[\d;]*m/g, "").split("\n\n")[0] ?? "";
    for (const line of tree.split("\n")) expect(line.length, line).toBeLessThanOrEqual(48);
    expect(
      (await satori.onTerminal(["callers", "announce"], { environment: { NO_COLOR: "1" } })).shown,
    ).not.toMatch(/\x1b\[\d/);
  },
);

test("of our own code: a sync indexes a codebase", async () => {
  using own = createWorkspace();
  const cli = cliIn(own, OUR_SYNC);
  // This folder alone: what is around it is more than the question needs.
  expect(await cli(["index", "."])).toMatchObject({ code: 0 });
  const { stdout } = await cli(["callers", "indexCodebase"]);
  expect(stdout).toMatch(/^indexCodebase {2}index-codebase\.ts:\d+\n/);
  expect(stdout).toMatch(/[├└]─ \w+ {2}sync-codebase\.ts:\d+\n.+indexCodebase\(/);
});
