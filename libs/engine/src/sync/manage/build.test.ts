/** The notice before the first upload, and how many files the table of secret names excludes. */
import { describe, expect, it } from "vitest";
import { FakeEmbedder } from "../../embed/fake.ts";
import { ended, manage, newPlace } from "../testing/managed.ts";

const TEXTS = {
  "a.ts": "export const a = 1;\n",
  ".env": "A=1\n",
  deploy_key: "k\n",
  ".ssh/config": "Host a\n",
  "image.png": "x",
};
const SECRETS = { count: 3, examples: [".env", ".ssh/", "deploy_key"] };

const remote = (host = "embeddings.example.com"): FakeEmbedder => new FakeEmbedder({ cacheable: true, host });

describe("the notice before an upload", () => {
  it("comes once, with where the files go, how many, and what is left out", async () => {
    const engine = newPlace(TEXTS).engine({ embedder: remote() });
    const first = await manage(engine, "create");
    const upload = { provider: "fake", host: "embeddings.example.com", files: 1, secrets: SECRETS };
    expect(first).toMatchObject({ status: "ok", warnings: ["REMOTE_EMBEDDER_UPLOAD"], upload });
    expect(first.message).toContain(
      "up to 1 file of this codebase are sent to fake at embeddings.example.com for the first time; " +
        "excluded as likely secrets: 3 (.env, .ssh/, deploy_key).",
    );
    await ended(engine);
    const second = await manage(engine, "create", { force: true });
    expect(second).toMatchObject({ status: "ok", runId: expect.any(String) });
    expect(second).not.toHaveProperty("upload");
    expect(second.warnings ?? []).not.toContain("REMOTE_EMBEDDER_UPLOAD");
    await ended(engine);
  });

  it("comes again where the files go to another host", async () => {
    const place = newPlace(TEXTS);
    const [engine, other] = [
      place.engine({ embedder: remote() }),
      place.engine({ embedder: remote("other.example.com") }),
    ];
    await engine.index();
    expect(await manage(other, "reindex", { allowUnnecessaryReindex: true })).toMatchObject({
      upload: { host: "other.example.com" },
    });
    await ended(other);
    expect(await manage(engine, "reindex", { allowUnnecessaryReindex: true })).not.toHaveProperty("upload");
    await ended(engine);
  });

  it.each([undefined, "127.0.0.1:11434", "localhost:8080", "[::1]:11434"])(
    "does not come for an embedder at %s",
    async (host) => {
      const engine = newPlace(TEXTS).engine({
        embedder: new FakeEmbedder({
          cacheable: host !== undefined,
          ...(host === undefined ? {} : { host }),
        }),
      });
      expect(await manage(engine, "create")).not.toHaveProperty("upload");
      await ended(engine);
    },
  );
});

describe("a file with the name of a secret", () => {
  it("is counted by status, and sent to no embedder", async () => {
    const embedder = remote();
    const engine = newPlace({ ...TEXTS, ".gitignore": "*.tfvars\n", "prod.tfvars": "a = 1\n" }).engine({
      embedder,
    });
    await engine.index();
    const status = await manage(engine, "status");
    expect(status).toMatchObject({
      index: { secrets: { count: 4, examples: [".env", ".ssh/", "deploy_key", "prod.tfvars"] } },
      humanText: expect.stringContaining("excluded as likely secrets: 4"),
    });
    expect(embedder.embedded.join("\n") + embedder.embeddedPaths.join("\n")).not.toMatch(
      /deploy_key|Host a|A=1|tfvars"/,
    );
  });

  it("comes back into the index, listings and searches by a pattern of a .satoriignore", async () => {
    const place = newPlace({
      "scripts/deploy_key": "unmistakable words of a fixture\n",
      "other/deploy_key": "unmistakable words\n",
      "a.ts": "export const a = 1;\n",
    });
    const engine = place.engine();
    await engine.index();
    const hits = async (): Promise<unknown[]> => {
      const [search, text, paths] = [
        await engine.call("search_codebase", { query: "unmistakable words fixture" }),
        await engine.call("search_text", { query: "unmistakable" }),
        await engine.call("list_paths", {}),
      ];
      return [search, text, paths]
        .map((answer) =>
          /"(?:file|path)":"(scripts|other)\/deploy_key"/g[Symbol.matchAll](JSON.stringify(answer)),
        )
        .map((matches) => [...new Set([...matches].map(([, folder]) => folder))]);
    };
    expect(await hits()).toEqual([[], [], []]);
    place.tree.write(".satoriignore", "!/scripts/deploy_key\n");
    expect(await manage(engine, "sync")).toMatchObject({ status: "ok" });
    expect(await hits()).toEqual([["scripts"], ["scripts"], ["scripts"]]);
    expect(await manage(engine, "status")).toMatchObject({
      index: { secrets: { count: 1, examples: ["other/deploy_key"] } },
    });
  });

  it("has its calls followed where it is brought back, and is found by meaning", async () => {
    const place = newPlace({
      ".satoriignore": "!secret_token.rb\n",
      "config/initializers/secret_token.rb":
        "def rotate_token\n  fresh_token\nend\n\ndef fresh_token\n  1\nend\n",
    });
    const engine = place.engine();
    await engine.index();
    expect(await engine.call("semantic_search", { query: "rotate token" })).toMatchObject({
      findings: [{ file: "config/initializers/secret_token.rb" }, {}],
    });
    expect(await engine.call("call_graph", { symbol: "fresh_token", direction: "callers" })).toMatchObject({
      status: "ok",
      edges: [{}],
    });
    place.tree.write(".satoriignore", "");
    await manage(engine, "sync");
    expect(await engine.call("call_graph", { symbol: "fresh_token", direction: "callers" })).toMatchObject({
      status: "not_found",
    });
  });
});
