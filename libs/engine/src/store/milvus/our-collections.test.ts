import { expect, it } from "vitest";
import type { MilvusConnection } from "./connection/connection.ts";
import { limitReached } from "./our-collections.ts";
import { OWNER_KIND } from "./records.ts";

/** A server with these collections, each of one codebase. */
function serverOf(codebases: Readonly<Record<string, string>>): MilvusConnection {
  const owner = (name: string): string => JSON.stringify({ kind: OWNER_KIND, codebasePath: codebases[name] });
  const client = {
    listCollections: () => ({ data: Object.keys(codebases).map((name) => ({ name })) }),
    query: ({ collection_name }: { collection_name: string }) => ({
      data: [{ id: "1", document: owner(collection_name) }],
    }),
  };
  const answer = (_: string, ask: (to: typeof client, limit: object) => unknown): Promise<unknown> =>
    Promise.resolve(ask(client, {}));
  // Nothing else of a connection is used.
  return { address: "127.0.0.1:1", call: answer } as unknown as MilvusConnection;
}

it("where there is no room for another collection, those of ours are told apart from the message", async () => {
  const error = await limitReached(
    serverOf({ satori_b: "/code/b", satori_a: "/code/a", theirs: "/x" }),
    null,
  );
  expect(error).toMatchObject({
    code: "STORE_UNAVAILABLE",
    aboutOthers:
      "Satori's are: satori_a (/code/a); satori_b (/code/b). To drop the first, use " +
      'zillizDropCollection: "satori_a".',
  });
  expect(error.message).toMatch(/no room for another collection\. Drop one/);
  expect(error.message).not.toMatch(/satori_|\/code/);
  expect(await limitReached(serverOf({ theirs: "/x" }), null)).toMatchObject({
    message: expect.stringContaining("None of them is Satori's"),
    aboutOthers: undefined,
  });
});
