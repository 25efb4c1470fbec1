import { afterEach, describe, expect, it } from "vitest";
import { IMPACT_MARKER } from "../render/impact-marker.ts";
import { type CommentStore, keepComment } from "./comments.ts";
import { gitHubComments } from "./github-comments.ts";
import { gitLabNotes } from "./gitlab-notes.ts";
import { type FakeSite, type FakeSiteOptions, ME, startFakeSite } from "./testing/fake-site.ts";

const BODY = `${IMPACT_MARKER}\n\nfirst\n`;
const opened: FakeSite[] = [];
afterEach(async () => {
  for (const site of opened.splice(0)) await site[Symbol.asyncDispose]();
});

describe.each(["github", "gitlab"] as const)("on %s", (forge) => {
  const waits: number[] = [];
  const open = async (options: Partial<FakeSiteOptions> = {}): Promise<[FakeSite, CommentStore]> => {
    const site = await startFakeSite({ forge, ...options });
    opened.push(site);
    waits.length = 0;
    const wait = async (delayMs: number): Promise<void> => void waits.push(delayMs);
    const common = { number: 5, api: site.api, token: "secret", base: { kind: "commit", id: "" } } as const;
    const store =
      forge === "github"
        ? gitHubComments({ ...common, forge, repository: "o/r", site: "", summary: null }, { wait })
        : gitLabNotes({ ...common, forge, projectId: "3" }, { wait });
    return [site, store];
  };
  const bodies = ({ comments }: FakeSite): string[] => comments.map(({ body }) => body);

  it("a comment is created, updated, left as it is, and removed", async () => {
    const [site, store] = await open();
    expect(await keepComment(store, "")).toBe("nothing");
    expect(await keepComment(store, BODY)).toBe("created");
    expect(await keepComment(store, BODY)).toBe("unchanged");
    expect(bodies(site)).toEqual([BODY]);
    expect(await keepComment(store, `${BODY}second`)).toBe("updated");
    expect(bodies(site)).toEqual([`${BODY}second`]);
    expect(await keepComment(store, "")).toBe("removed");
    expect(bodies(site)).toEqual([]);
    expect([...site.tokens]).toEqual([forge === "github" ? "Bearer secret" : "secret"]);
  });

  it("the own comment is found behind hundreds of others", async () => {
    const [site, store] = await open();
    for (let id = 1; id <= 250; id++) site.comments.push({ id, author: "someone", body: "hello" });
    site.comments.push({ id: 251, author: ME, body: BODY });
    expect(await keepComment(store, `${BODY}new`)).toBe("updated");
    expect(site.comments).toHaveLength(251);
    expect(site.comments.at(-1)?.body).toBe(`${BODY}new`);
  });

  it("a hundred comments are one full page and an empty one", async () => {
    const [site, store] = await open();
    for (let id = 1; id <= 100; id++) site.comments.push({ id, author: "someone", body: "hello" });
    expect(await keepComment(store, BODY)).toBe("created");
    expect(site.requests.filter((line) => line.includes("&page="))).toHaveLength(2);
  });

  it("the marker in somebody else's comment, or later in an own one, does not count", async () => {
    const [site, store] = await open();
    site.comments.push(
      { id: 1, author: "someone", body: BODY },
      { id: 2, author: ME, body: `quoted: ${BODY}` },
    );
    expect(await keepComment(store, BODY)).toBe("created");
    expect(bodies(site)).toEqual([BODY, `quoted: ${BODY}`, BODY]);
  });

  it("of several own comments, the oldest remains", async () => {
    const [site, store] = await open();
    for (const id of [1, 2, 3]) site.comments.push({ id, author: ME, body: `${BODY}${id}` });
    expect(await keepComment(store, BODY)).toBe("updated");
    expect(site.comments).toEqual([{ id: 1, author: ME, body: BODY }]);
  });

  it("errors of the server and rate limits are waited for", async () => {
    const [site, store] = await open({
      failures: [
        { status: 502 },
        { status: 429, headers: { "retry-after": "7" } },
        null,
        { status: 403, headers: { "x-ratelimit-remaining": "0", "retry-after": "3" } },
      ],
    });
    expect(await keepComment(store, BODY)).toBe("created");
    expect(waits).toEqual([1_000, 7_000, 3_000]);
    expect(bodies(site)).toEqual([BODY]);
  });

  it("a long rate limit is not waited for", async () => {
    const [, store] = await open({ failures: [{ status: 429, headers: { "retry-after": "3600" } }] });
    await expect(keepComment(store, BODY)).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  it("a new comment is not sent twice, since the first attempt may have worked", async () => {
    const failures = [null, null, { status: 502, isDone: true }];
    const [site, store] = await open({ failures });
    await expect(keepComment(store, BODY)).rejects.toMatchObject({ status: 502 });
    expect(await keepComment(store, BODY)).toBe("unchanged");
    expect(bodies(site)).toEqual([BODY]);
  });

  it.each([401, 403, 404])("without permission (%i), nothing is retried", async (status) => {
    const [, store] = await open({ writeStatus: status });
    await expect(keepComment(store, BODY)).rejects.toMatchObject({ status, isForbidden: true });
    expect(waits).toEqual([]);
  });
});

it("the token of a GitHub job, which may not ask for its account, writes as a bot", async () => {
  const site = await startFakeSite({ forge: "github", isJobToken: true });
  opened.push(site);
  const request = { number: 5, api: site.api, token: "secret", base: { kind: "commit", id: "" } } as const;
  const store = gitHubComments(
    { ...request, forge: "github", repository: "o/r", site: "", summary: null },
    { wait: () => Promise.resolve() },
  );
  site.comments.push({ id: 1, author: "someone", body: BODY }, { id: 2, author: ME, body: BODY });
  expect(await keepComment(store, `${BODY}new`)).toBe("updated");
  expect(site.comments.map(({ body }) => body)).toEqual([BODY, `${BODY}new`]);
});
