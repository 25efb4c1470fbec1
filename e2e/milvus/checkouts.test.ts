/** Checkouts of one repository share what Milvus holds of it, and each answers from its own files alone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, describe, expect, test } from "vitest";
import { committed, git } from "../../libs/engine/src/testing/trees/git.ts";
import { MilvusCollections } from "../../tools/milvus/collections.ts";
import { startMilvus } from "../../tools/milvus/server.ts";
import { type EmbeddingService, startEmbeddingService } from "../support/embedding-service.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeTree } from "../support/workspace.ts";

const milvus = await startMilvus();
afterAll(() => milvus?.[Symbol.asyncDispose]());

const FIRST = `
//- src/retry.ts
export function scheduleRetry(attempt: number): number {
  return attempt * 1000;
}
//- src/deliver.ts
export function deliverParcel(parcel: string): string {
  return parcel;
}
//- docs/notes.md
# Notes
How a parcel is delivered.
`;
/** On top of the first commit: one file is another, one is new, one is gone. */
const SECOND = `
//- src/deliver.ts
export function deliverLetter(letter: string): string {
  return letter;
}
//- src/track.ts
export function trackLetter(): void {}
`;
/** As `.git/config` of others may spell one URL. */
const SPELLINGS = (name: string) => [
  `https://git.example.com/team/${name}.git`,
  `git@git.example.com:team/${name}.git`,
];

let repositories = 0;

/** A repository of two commits and a service that embeds. */
async function setting() {
  const workspace = createWorkspace();
  const service = await startEmbeddingService();
  const collections = new MilvusCollections(milvus?.address ?? "");
  const name = `yard${++repositories}x`;
  const source = workspace.path("source");
  writeTree(source, FIRST);
  committed(source);
  writeTree(source, SECOND);
  rmSync(join(source, "docs/notes.md"));
  git(source, "add", "--all");
  git(source, "commit", "--quiet", "--message", "second");
  let checkouts = 0;
  return {
    workspace,
    service,
    collections,
    names: async () => (await collections.names()).filter((one) => one.includes(name)),
    /** A clone and a server on it, each with a home of its own if none is given. */
    clone: async (
      at: "main" | "main~1",
      {
        home = workspace.path(`home${checkouts + 1}`),
        ...environment
      }: { readonly home?: string } & Readonly<Record<string, string>> = {},
    ) => {
      const root = workspace.path(`checkout${++checkouts}`, "clone");
      git(workspace.folder, "clone", "--quiet", source, root);
      git(root, "checkout", "--quiet", "--detach", at === "main" ? "origin/main" : "origin/main~1");
      git(root, "remote", "set-url", "origin", SPELLINGS(name)[checkouts % 2] ?? "");
      return openCheckout(root, service, { SATORI_HOME: home, ...environment });
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await collections[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };

  async function openCheckout(
    root: string,
    { environment, embedded }: EmbeddingService,
    more: Readonly<Record<string, string>>,
  ) {
    const server = await startMcp(workspace, {
      cwd: root,
      environment: {
        ...environment,
        SATORI_STORE: "milvus",
        MILVUS_ADDRESS: milvus?.address ?? "",
        SATORI_CACHE_BYTES: "0",
        ...more,
      },
    });
    const call = <Tool extends ToolName>(
      tool: Tool,
      args: Record<string, unknown>,
    ): Promise<ToolOutput<Tool>> => server.call(tool, { path: root, ...args });
    /** Texts that were embedded for it. */
    const manage = async (
      action: "create" | "reindex" | "sync" | "clear",
      args: object = {},
    ): Promise<string[]> => {
      const before = embedded.length;
      expect(await call("manage_index", { action, ...args })).toMatchObject({ status: "ok" });
      if (action !== "clear") expect(await untilIndexed(call, root)).toMatchObject({ status: "ok" });
      return embedded.slice(before);
    };
    /** Files that a question finds, the best first. */
    const find = async (query: string): Promise<string[]> => {
      const answer = await call("search_codebase", { query, scope: "mixed", resultMode: "raw", limit: 50 });
      if (!("results" in answer)) throw new Error(JSON.stringify(answer));
      expect(answer.warnings ?? []).not.toContain("SEMANTIC_SEARCH_UNAVAILABLE");
      return answer.results.map(({ file }) => file);
    };
    return { root, manage, find, call, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
}

describe.skipIf(milvus === null)("a second checkout", () => {
  test.each(["another home", "the same home"])(
    "at the same commit embeds nothing, with %s",
    async (homes) => {
      await using own = await setting();
      const home = homes === "the same home" ? { home: own.workspace.path("shared") } : {};
      await using first = await own.clone("main", home);
      await using second = await own.clone("main", home);
      expect(await first.manage("create")).not.toEqual([]);
      const [collection, ...others] = await own.names();
      expect(others).toEqual([]);
      expect(await second.manage("create")).toEqual([]);
      expect(await own.names()).toEqual([collection]);
      for (const [question, file] of [
        ["deliver a letter", "src/deliver.ts"],
        ["scheduleRetry", "src/retry.ts"],
        ["track", "src/track.ts"],
      ] as const) {
        const found = await first.find(question);
        expect(found).toContain(file);
        expect(await second.find(question)).toEqual(found);
      }

      // Who leaves takes nothing along; who is last takes all.
      await first.manage("clear");
      expect((await second.find("deliverLetter"))[0]).toBe("src/deliver.ts");
      expect(await own.names()).toEqual([collection]);
      await second.manage("clear");
      expect(await own.names()).toEqual([]);
    },
  );

  test("at another commit embeds what differs, and neither finds the other's text", async () => {
    await using own = await setting();
    await using first = await own.clone("main~1");
    await using second = await own.clone("main");
    await first.manage("create");
    const before = await first.find("deliver a parcel by letter");
    expect(before).toContain("src/deliver.ts");
    expect(["docs/notes.md", "src/deliver.ts", "src/retry.ts"]).toEqual(expect.arrayContaining(before));
    const embedded = await second.manage("create");
    expect(embedded.filter((text) => /retry|notes/i.test(text))).toEqual([]);
    expect(embedded.join()).toMatch(/deliverLetter[^]*trackLetter/);
    expect(await own.names()).toHaveLength(1);

    expect(await first.find("deliver a parcel by letter")).toEqual(before);
    expect(await first.find("trackLetter")).not.toContain("src/track.ts");
    expect((await first.find("deliverParcel"))[0]).toBe("src/deliver.ts");
    expect((await second.find("trackLetter"))[0]).toBe("src/track.ts");
    expect(await second.find("how a parcel is delivered")).not.toContain("docs/notes.md");

    // An edit of one, and what it had before, are its own matter.
    writeFile(join(second.root, "src/retry.ts"), "export function giveUpAtOnce(): void {}\n");
    rmSync(join(second.root, "src/track.ts"));
    expect(await second.manage("sync")).not.toEqual([]);
    expect((await second.find("giveUpAtOnce"))[0]).toBe("src/retry.ts");
    expect(
      JSON.stringify(await first.call("search_codebase", { query: "giveUpAtOnce", scope: "mixed" })),
    ).not.toContain("giveUpAtOnce(");
    expect((await first.find("scheduleRetry"))[0]).toBe("src/retry.ts");
    expect(await first.find("deliver a parcel by letter")).toEqual(before);
    // A text that the other has had all along is not embedded again.
    writeFile(
      join(first.root, "src/deliver.ts"),
      "export function deliverLetter(letter: string): string {\n  return letter;\n}\n",
    );
    expect(await first.manage("sync")).toEqual([]);
    expect((await first.find("deliverLetter"))[0]).toBe("src/deliver.ts");
  });

  test("goes on answering when the other rebuilds its index, and takes no part in that", async () => {
    await using own = await setting();
    await using first = await own.clone("main");
    await using second = await own.clone("main");
    await first.manage("create");
    await second.manage("create");
    const before = await second.find("deliver a letter");
    expect(before).toContain("src/deliver.ts");
    expect(await first.manage("create", { force: true })).not.toEqual([]);
    expect(await own.names()).toHaveLength(2);
    expect(await second.find("deliver a letter")).toEqual(before);
    expect(await first.find("deliver a letter")).toEqual(before);
    await first.manage("clear");
    expect(await second.find("deliver a letter")).toEqual(before);
    expect(await own.names()).toHaveLength(1);
    await second.manage("clear");
    expect(await own.names()).toEqual([]);
  });
});

describe.skipIf(milvus === null)("nothing is shared with", () => {
  test("an index that another model has made", async () => {
    await using own = await setting();
    await using first = await own.clone("main");
    await using second = await own.clone("main", { OPENAI_MODEL: "fake-2" });
    const all = await first.manage("create");
    expect((await second.manage("create")).sort()).toEqual(all.sort());
    expect(await own.names()).toHaveLength(2);
    expect((await second.find("deliverLetter"))[0]).toBe("src/deliver.ts");
    expect((await first.find("deliverLetter"))[0]).toBe("src/deliver.ts");
    await first.manage("clear");
    expect((await second.find("deliverLetter"))[0]).toBe("src/deliver.ts");
  });

  test("a folder without an origin, whatever its files", async () => {
    await using own = await setting();
    await using first = await own.clone("main");
    await using second = await own.clone("main");
    git(second.root, "remote", "remove", "origin");
    const all = await first.manage("create");
    expect((await second.manage("create")).sort()).toEqual(all.sort());
  });
});
