import type { OpenRaw } from "./raw-driver.ts";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { loadedDriver } from "./driver.ts";
import { libsql, loadDriver, selfTest } from "./load-driver.ts";

const require = createRequire(import.meta.url);
const ADDRESS_OF_VFS = /vfs=(unix|win32)/;

/** A driver that behaves like the real one, except for its answers to some statements. */
function driverThatAnswers(answer: (sql: string) => unknown[] | undefined): OpenRaw {
  const { open } = loadedDriver();
  return (path) => {
    const database = open(path);
    return { ...database, prepare: (sql) => ({ ...database.prepare(sql), get: () => answer(sql) as never }) };
  };
}

it.runIf(process.platform !== "win32")("passes a driver that reports failed reads", () => {
  expect(selfTest(loadedDriver().open)).toEqual({
    version: expect.stringMatching(/^3\.\d+\.\d+$/),
    failedReads: "reported",
  });
});

describe.runIf(process.platform !== "win32")(
  "refuses a driver that takes a failed read for a successful one",
  () => {
    it("as libsql does through its own file layer", () => {
      const Database = require("libsql") as new (path: string) => {
        prepare(sql: string): { raw(): { get(): unknown } };
        close(): void;
      };
      const open: OpenRaw = (path) => {
        expect(path).not.toMatch(ADDRESS_OF_VFS);
        const database = new Database(path);
        return {
          exec: () => undefined,
          close: () => database.close(),
          prepare: (sql) => ({
            run: () => undefined,
            all: () => [],
            get: () => database.prepare(sql).raw().get() as never,
          }),
        };
      };
      expect(() => selfTest(open)).toThrow("treats failed reads of a file as successful");
    });

    it("and says something of its content", () => {
      const open: OpenRaw = (path) =>
        path === ":memory:"
          ? loadedDriver().open(path)
          : {
              exec: () => undefined,
              close: () => undefined,
              prepare: () => {
                throw new Error("file is not a database");
              },
            };
      expect(() => selfTest(open)).toThrow("treats failed reads of a file as successful");
    });
  },
);

it("passes a driver that cannot open a folder, and says that reads were not tested", () => {
  const open: OpenRaw = (path) => {
    if (path !== ":memory:") throw Object.assign(new Error("unable to open database file"), { errcode: 14 });
    return loadedDriver().open(path);
  };
  expect(selfTest(open).failedReads).toBe("untested");
});

it.each([
  [["3.42.0", 1], "SQLite 3.42.0 is older than 3.43.0"],
  [["3.9.10", 1], "SQLite 3.9.10 is older than 3.43.0"],
  [["2.99.99", 1], "SQLite 2.99.99 is older than 3.43.0"],
])("refuses SQLite that lacks what the store needs: %j", (row, message) => {
  expect(() => selfTest(driverThatAnswers(() => row))).toThrow(message);
});

it.each([["3.43.0"], ["3.100.0"], ["4.0.0"]])("takes SQLite %s", (version) => {
  expect(
    selfTest(driverThatAnswers((sql) => (sql.includes("sqlite_version") ? [version, 1] : undefined))).version,
  ).toBe(version);
});

describe("the driver of a process", () => {
  const missing = {
    name: "node:sqlite",
    load: () => {
      throw new Error("No such built-in module: node:sqlite\nRequire stack");
    },
  } as const;
  const silent: OpenRaw = (path) =>
    path === ":memory:"
      ? libsql()(path)
      : {
          exec: () => undefined,
          close: () => undefined,
          prepare: () => ({ run: () => undefined, get: () => [0], all: () => [] }),
        };

  it("is the first that passes the self-test", () => {
    expect(loadDriver([missing, { name: "libsql", load: libsql }]).name).toBe("libsql");
    expect(
      loadDriver([
        { name: "node:sqlite", load: () => silent },
        { name: "libsql", load: libsql },
      ]).name,
    ).toBe("libsql");
  });

  it("is none where each is missing or fails, and both are named with the next step", () => {
    const message = new RegExp(
      `^No SQLite driver works with Node.js ${process.versions.node} \\(node:sqlite: No such ` +
        "built-in module: node:sqlite; libsql: it treats failed reads .+\\)\\. Use Node\\.js 22\\.16 or " +
        "newer, or install the package",
    );
    expect(() => loadDriver([missing, { name: "libsql", load: () => silent }])).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE", message: expect.stringMatching(message) }),
    );
  });
});
