import { describe, expect, it } from "vitest";
import type { EngineError } from "../errors.ts";
import { isRefusedRead, storeErrors } from "./store-errors.ts";

/** The store error for an error of a driver, given the result of a second look at the file. */
function errorOf(thrown: object, check: () => string = () => "ok"): EngineError {
  try {
    storeErrors(
      () => {
        throw thrown;
      },
      { sql: "SELECT 1", check },
    );
  } catch (error) {
    return error as EngineError;
  }
  throw new Error("Nothing was thrown");
}

describe("an error of a driver is told by its code, be it libsql's or that of Node.js", () => {
  it.each([
    [
      { rawCode: 266, message: "disk I/O error" },
      "STORE_UNAVAILABLE",
      "The disk refused to read or write the index",
    ],
    [{ errcode: 13, message: "database or disk is full" }, "STORE_UNAVAILABLE", "The disk is full"],
    [
      { errcode: 1544, message: "attempt to write a readonly database" },
      "STORE_UNAVAILABLE",
      "The index cannot be written: its folder is read-only",
    ],
    [
      { code: "SQLITE_CANTOPEN", message: "unable to open database file" },
      "STORE_UNAVAILABLE",
      "The index file cannot be opened",
    ],
    [{ rawCode: 15, message: "locking protocol" }, "STORE_UNAVAILABLE", "The index file cannot be locked"],
    [
      { rawCode: 1, message: "no such table: a" },
      "STORE_UNAVAILABLE",
      "The index storage failed (undefined no such table: a)",
    ],
    [
      { errcode: 267, message: "database disk image is malformed" },
      "STORE_CORRUPT",
      "The index file is corrupt",
    ],
    [
      { rawCode: 779, message: "database disk image is malformed" },
      "STORE_CORRUPT",
      "The index file is corrupt",
    ],
  ])("%j", (thrown, code, message) => expect(errorOf(thrown)).toMatchObject({ code, message }));
});

describe("what SQLite calls malformed is damage if the file still is when it is looked at again", () => {
  const MALFORMED = { rawCode: 11, message: "database disk image is malformed" };
  const refuse = (error: object) => (): never => {
    throw error;
  };
  it.each([
    ["ok", () => "ok", "STORE_UNAVAILABLE"],
    ["a page that is wrong", () => "Tree 2 page 10: btreeInitPage() returns error code 11", "STORE_CORRUPT"],
    [
      "a page that cannot be read",
      () => "Tree 2 page 10: unable to get the page. error code=8458",
      "STORE_UNAVAILABLE",
    ],
    ["no database", refuse({ rawCode: 26, message: "file is not a database" }), "STORE_CORRUPT"],
    ["a disk that fails", refuse({ rawCode: 266, message: "disk I/O error" }), "STORE_UNAVAILABLE"],
    ["a lock", refuse({ rawCode: 5, message: "database is locked" }), "STORE_UNAVAILABLE"],
  ])("%s", (_, check, code) => expect(errorOf(MALFORMED, check)).toMatchObject({ code }));
});

it("a check that could not read tells so by its code", () => {
  expect(
    [
      "unable to get the page. error code=266",
      "failed to get page 7",
      "btreeInitPage() returns error code 11",
      "Fragmentation of 9 bytes",
    ].map(isRefusedRead),
  ).toEqual([true, true, false, false]);
});
