import { expect, it } from "vitest";
import { judgeMilvusVersion, openStoreChecks, sqliteChecks } from "./store-checks.ts";

const options = { isOnline: false, signal: new AbortController().signal };
const check = async (store: "sqlite" | "milvus") =>
  (
    await Promise.all(
      openStoreChecks({
        store,
        milvus: { address: "127.0.0.1:1", token: null, database: null, layout: "collection" },
      }).map((checks) => checks.check(options)),
    )
  ).flat();

it("SQLite is there and finds rows by keys of bytes", async () => {
  expect(await check("sqlite")).toEqual([
    {
      id: "store.driver",
      level: "ok",
      subject: "sqlite",
      found: expect.stringMatching(
        /^SQLite 3\.\d+\.\d+, by (node:sqlite|libsql); a failed read is reported$/,
      ),
      fix: null,
    },
  ]);
});

it("a database that cannot be opened is an error with its fix", async () => {
  expect(await sqliteChecks("/nowhere/at/all/index.db").check(options)).toMatchObject([
    { id: "store.driver", level: "error", fix: expect.stringContaining("libsql") },
  ]);
});

it("Milvus says that nobody answers, beside what lies in SQLite whatever the store", async () => {
  expect(await check("milvus")).toMatchObject([
    { id: "store.driver", subject: "sqlite" },
    {
      id: "store.reachable",
      subject: "milvus",
      level: "error",
      found: expect.stringContaining("Milvus at 127.0.0.1:1 cannot be reached"),
      fix: expect.stringContaining("MILVUS_ADDRESS"),
    },
  ]);
});

it.each([
  ["v2.5.0", "ok"],
  ["2.6.3", "ok"],
  ["v3.0", "ok"],
  ["milvus_lite-3.2.2", "ok"],
  ["Zilliz Cloud", "ok"],
  ["v2.4.17", "error"],
  ["1.1.1", "error"],
])("Milvus of version %s: %s", (version, level) => {
  expect(judgeMilvusVersion(version)).toMatchObject({ id: "store.version", level });
});
