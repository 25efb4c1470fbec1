/** What the bridge registers in pi. */
import { CORE_TOOLS, listedInput, TOOLS, failure, notIndexed } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { registerBridge } from "./bridge.ts";
import type { HostToolResult } from "./host.ts";
import { FakeHost, type Start, asResult, clientError, fakeServers } from "./testing/fakes.ts";

const gated = notIndexed({
  tool: "search_codebase",
  echo: { path: "/srv/shop", effectiveRoot: "/srv/shop" },
  durationMs: 1,
});

function bridgeTo(...starts: Start[]) {
  const host = new FakeHost();
  const servers = fakeServers(...starts);
  registerBridge(host, { startServer: servers.start, store: "sqlite" });
  return { host, ...servers };
}

describe("the bridge", () => {
  it("offers the core tools as the contracts have them, and starts nothing", () => {
    const { host, folders } = bridgeTo();
    expect(
      host.tools.map(({ name, label, description, parameters }) => ({
        name,
        label,
        description,
        parameters,
      })),
    ).toEqual(
      TOOLS.filter(({ set }) => set === "core").map(({ name, title, description }) => ({
        name,
        label: title,
        description,
        parameters: listedInput(name, "sqlite"),
      })),
    );
    expect(host.tools.map(({ name }) => name)).toEqual(CORE_TOOLS);
    for (const { promptSnippet, description } of host.tools)
      expect(description.startsWith(promptSnippet.slice(0, -1)) && promptSnippet.length < 160).toBe(true);
    // pi shows guidelines without the tool that they belong to.
    for (const guideline of host.tools.flatMap(({ promptGuidelines = [] }) => promptGuidelines))
      expect(CORE_TOOLS.some((name) => guideline.includes(name))).toBe(true);
    expect(folders).toEqual([]);
  });

  it("passes on arguments and answers as they are", async () => {
    const { host, servers, folders } = bridgeTo([asResult(gated)]);
    const { text, details, isError } = await host.run("search_codebase", {
      path: "/srv/shop",
      query: "retries",
    });
    expect(JSON.parse(text)).toEqual(gated);
    expect([servers[0]?.calls[0]?.args, folders, isError]).toEqual([
      { path: "/srv/shop", query: "retries" },
      ["/srv/shop"],
      false,
    ]);
    expect(details).toMatchObject({ status: "not_indexed" });
  });

  it("calls an answer an error where its status is one, and keeps it whole", async () => {
    const failed = failure("read_file", { code: "PATH_NOT_FOUND", message: "gone", details: {} }, 1);
    const { text, isError } = await bridgeTo([asResult(failed)]).host.run("read_file", { path: "/x" });
    expect([JSON.parse(text), isError]).toEqual([failed, true]);
  });

  it("tells of what has no answer, and what to do about it", async () => {
    const { host, callsOf } = bridgeTo([clientError("transport")], [asResult(gated)]);
    expect(await host.run("manage_index", { action: "clear", path: "/srv/shop" })).toEqual({
      text: expect.stringContaining(
        'may have started, and is not retried. it was transport. Call manage_index with {"action":"status"',
      ),
      details: {},
      isError: true,
    });
    expect(callsOf()).toEqual([["manage_index"]]);
  });

  it("forwards progress and the signal that cancels", async () => {
    const { host, servers } = bridgeTo([asResult(gated), clientError("cancelled")]);
    const updates: HostToolResult[] = [];
    const controller = new AbortController();
    await host.run(
      "search_codebase",
      {},
      { signal: controller.signal, onUpdate: (partial) => void updates.push(partial) },
    );
    const { signal, onProgress } = servers[0]?.calls[0]?.options ?? {};
    onProgress?.({ progress: 1, total: 2, message: "scanning" });
    expect([signal, updates]).toEqual([
      controller.signal,
      [
        {
          content: [{ type: "text", text: "scanning" }],
          details: { status: "running", summary: "scanning", lines: [] },
        },
      ],
    ]);
    expect(await host.run("search_codebase", {})).toMatchObject({
      text: "search_codebase was cancelled.",
      isError: true,
    });
    expect(servers[0]?.calls[1]?.options.onProgress).toBeUndefined();
    // Whatever the outcome of the cancelled call.
    controller.abort();
    expect(await host.run("search_codebase", {}, { signal: controller.signal })).toMatchObject({
      text: "search_codebase was cancelled.",
      isError: true,
    });
  });

  it("takes paths with the sign that some models put before them, and leaves other arguments alone", () => {
    const { host } = bridgeTo();
    const prepare = (args: unknown): unknown => host.tool("file_outline").prepareArguments(args);
    expect(prepare({ path: "@/srv/shop", file: "@types/a.d.ts" })).toEqual({
      path: "/srv/shop",
      file: "@types/a.d.ts",
    });
    for (const args of [{ path: "/srv/shop" }, {}, null, "odd"]) expect(prepare(args)).toBe(args);
  });

  it("shows a call and its answer, and what was thrown", async () => {
    const { host } = bridgeTo([asResult(gated)]);
    const theme = { fg: (_: string, text: string) => text, bold: (text: string) => text };
    const { renderCall, renderResult } = host.tool("search_codebase");
    const { text, details } = await host.run("search_codebase", {});
    const shown = (result: HostToolResult, expanded: boolean): string[] =>
      renderResult(result, { expanded, isPartial: false }, theme).render(200);
    const result: HostToolResult = { content: [{ type: "text", text }], details };
    expect(renderCall({ query: "retries" }, theme).render(200)).toEqual(['search_codebase "retries"']);
    expect(shown(result, false)).toEqual([expect.stringMatching(/^not indexed: .* \(1 lines\)$/)]);
    expect(shown(result, true)).toEqual([
      expect.stringMatching(/^not indexed: /),
      'next: manage_index {"action":"create","path":"/srv/shop"}',
    ]);
    expect(
      shown({ content: [{ type: "text", text: "search_codebase returned no answer." }], details: {} }, false),
    ).toEqual(["search_codebase returned no answer."]);
  });

  it("has a command for its health, and ends its server with the session", async () => {
    const { host, servers } = bridgeTo([
      asResult({ tool: "manage_index", version: 1, status: "ok", message: "m", humanText: "fine" }),
      asResult({ tool: "list_codebases", version: 1, status: "ok", humanText: "all" }),
    ]);
    await host.commands.get("satori")?.handler("", host.context);
    expect(host.notices).toEqual([{ level: "info", message: expect.stringContaining("This folder:\nfine") }]);
    await host.shutDown();
    expect(servers.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(await host.run("list_codebases", {})).toMatchObject({ isError: true });
  });
});
