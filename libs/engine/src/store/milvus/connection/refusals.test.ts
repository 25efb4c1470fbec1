import { describe, expect, test } from "vitest";
import { EngineError } from "../../../errors.ts";
import {
  MilvusRefusal,
  asRefusal,
  isCollectionLimit,
  isIndexedAlready,
  isMissingCollection,
  isNotLoaded,
  isPassing,
  isRefused,
  requireSuccess,
  unavailable,
} from "./refusals.ts";

const keep = (text: string): string => text;
const grpc = (code: number, message: string): Error => Object.assign(new Error(message), { code });
const wrapped = (cause: unknown): EngineError => new EngineError("STORE_UNAVAILABLE", "x", { cause });

describe("an answer", () => {
  test.each([[{ status: { error_code: "Success" } }], [{ error_code: "Success", reason: "" }]])(
    "%j is one of success",
    (answer) => expect(() => requireSuccess(answer)).not.toThrow(),
  );
  test.each([
    [{}, "NotImplemented: the server does not support this call"],
    [null, "NotImplemented: the server does not support this call"],
    [{ status: { error_code: "UnexpectedError", reason: "no" } }, "UnexpectedError: no"],
    [{ status: {}, data: [] }, "NotImplemented: the server does not support this call"],
  ])("%j is none", (answer, message) => expect(() => requireSuccess(answer)).toThrow(message));

  test("that is thrown in place of an error is one", () => {
    expect(asRefusal({ error_code: "RateLimit", reason: "slow down" })).toEqual(
      new MilvusRefusal("RateLimit", "slow down"),
    );
    expect(asRefusal(new TypeError("Cannot read properties of undefined (reading 'fields')"))).toMatchObject({
      errorCode: "CollectionNotExists",
    });
    const defect = new TypeError("another");
    expect(asRefusal(defect)).toBe(defect);
  });
});

describe("what is meant", () => {
  const missing = new MilvusRefusal("100", "can't find collection[database=default][collection=satori_x]");
  const released = new MilvusRefusal("101", "collection not loaded[collection=satori_x]");
  const limit = new MilvusRefusal("65535", "exceeded the limit number of collections[limit=10]");
  const indexed = new MilvusRefusal("1", "index already exists for field 'words'; call drop_index first");
  const rate = new MilvusRefusal("8", "request is rejected by grpc RateLimiter: rate limit exceeded");
  const recovering = new MilvusRefusal(
    "UnexpectedError",
    "failed to query: loaded collection do not found any channel in target, may be in recovery: " +
      "collection on recovering[collection=455]",
  );
  const others = [
    new MilvusRefusal("1", "collection 455: segment not found"),
    new MilvusRefusal("1", "privilege for collection satori_x does not exist"),
    new MilvusRefusal("1", "field words of collection not found"),
  ];
  const away = grpc(14, "14 UNAVAILABLE: No connection established");

  test.each([
    [
      "a missing collection",
      isMissingCollection,
      [
        missing,
        wrapped(missing),
        new MilvusRefusal("CollectionNotExists", ""),
        ...[
          "collection not found[database=default][collection=x]",
          "describe collection failed: collection not found[collection=x]",
          "collection 'satori_x' does not exist",
          "alias 'x' does not exist",
          "alias not found[alias=x]",
          "collection satori_x not exist",
        ].map((reason) => new MilvusRefusal("UnexpectedError", reason)),
      ],
    ],
    [
      "one that is not loaded",
      isNotLoaded,
      [
        released,
        wrapped(released),
        new MilvusRefusal(
          "101",
          "Collection 'x' is in state 'released'; call load() before search/get/query",
        ),
      ],
    ],
    ["the limit of collections", isCollectionLimit, [limit]],
    ["an index that is there", isIndexedAlready, [indexed, wrapped(indexed)]],
    ["what may work a moment later", isPassing, [away, grpc(4, "deadline"), rate, recovering]],
  ] as const)("%s is known, and is nothing else", (_, is, those) => {
    for (const error of those) expect(is(error), String(error)).toBe(true);
    const rest = [
      missing,
      released,
      limit,
      indexed,
      rate,
      recovering,
      ...others,
      away,
      new Error("x"),
      null,
    ].filter((error) => !(those as readonly unknown[]).includes(error));
    for (const error of rest) expect(is(error), String(error)).toBe(false);
  });

  test("a server that has said no is not one that is away", () => {
    expect([missing, wrapped(missing), limit].map(isRefused)).toEqual([true, true, true]);
    expect([away, wrapped(away), rate, new Error("x"), undefined].map(isRefused)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("what is told", () => {
  test.each([
    [
      grpc(16, "16 UNAUTHENTICATED: auth check failure"),
      /rejects the token: check MILVUS_TOKEN and MILVUS_DATABASE/,
      undefined,
    ],
    [new MilvusRefusal("1100", "PrivilegeInsert: permission deny"), /rejects the token/, undefined],
    [grpc(14, "14 UNAVAILABLE"), /cannot be reached: check that it is running, and MILVUS_ADDRESS/, 1_000],
    [new MilvusRefusal("1", "no such field"), /cannot search: no such field$/, undefined],
  ])("names the setting that mends it: %s", (error, message, retryAfterMs) => {
    expect(unavailable("h:1", "search", error, keep)).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringMatching(message),
      retryAfterMs,
    });
  });

  test("shows no secret", () => {
    expect(
      unavailable("h:1", "search", new Error("bad token abc"), (text) => text.replaceAll("abc", "[secret]"))
        .message,
    ).not.toContain("abc");
  });
});
