import { describe, expect, it } from "vitest";
import {
  type Admission,
  isLoopback,
  readId,
  refuseHost,
  refuseOrigin,
  refuseSessionId,
  tokenCheck,
} from "./admission.ts";

const here: Admission = {
  boundHost: "127.0.0.1",
  hosts: ["code.example"],
  origins: ["https://tools.example"],
};

describe("only these addresses are of this machine alone", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.8.9.10", true],
    ["localhost", true],
    ["::1", true],
    ["0.0.0.0", false],
    ["::", false],
    ["127.evil.example", false],
    ["192.168.1.2", false],
    ["localhost.example", false],
  ])("%s: %s", (host, wanted) => expect(isLoopback(host)).toBe(wanted));
});

describe("a host header", () => {
  const check = (
    headers: readonly string[],
    isKnown: boolean,
    admission = here,
    localAddress = "127.0.0.1",
  ): void =>
    void it(`${JSON.stringify(headers)} is ${isKnown ? "known" : "refused"} on ${admission.boundHost}`, () =>
      expect(refuseHost(headers, localAddress, admission)?.status ?? null).toBe(isKnown ? null : 403));
  for (const host of [
    "127.0.0.1",
    "127.0.0.1:7411",
    "localhost",
    "LOCALHOST:1",
    "[::1]",
    "[::1]:7411",
    "code.example",
    "Code.Example:443",
  ])
    check([host], true);
  for (const host of [
    "evil.example",
    "evil.example:7411",
    "localhost.evil.example",
    "evil-localhost",
    "127.0.0.1.evil.example",
    "code.example.evil",
    "localhost:99999999",
    "localhost:",
    "localhost@evil.example",
    "evil.example#localhost",
    "local host",
    "",
    "[::1",
    "::1",
    "[::2]",
    "127.0.0.2",
    "0.0.0.0",
    "http://localhost",
    "localhost/",
    "localhost,evil.example",
    "%6cocalhost",
    "\0localhost",
  ])
    check([host], false);
  check([], false);
  check(["localhost", "localhost"], false);
  check(["localhost", "evil.example"], false);
  const everywhere = { ...here, boundHost: "0.0.0.0" };
  check(["192.168.1.7:7411"], true, everywhere, "::ffff:192.168.1.7");
  check(["[fd00::1]"], true, everywhere, "fd00::1");
  check(["192.168.1.8"], false, everywhere, "192.168.1.7");
});

it("whoever is refused is told which name it was, and where it belongs", () => {
  const host = (...headers: readonly string[]) => refuseHost(headers, "127.0.0.1", here)?.message;
  expect([host("Evil.example:7411"), host("<b>"), host("a".repeat(500))]).toEqual([
    "The Host header has evil.example, which is not a name of this server. Add the server's " +
      "names to SATORI_ALLOWED_HOSTS",
    "The Host header has no valid name. Add the server's names to SATORI_ALLOWED_HOSTS",
    `The Host header has ${"a".repeat(100)}, which is not a name of this server. Add the server's ` +
      "names to SATORI_ALLOWED_HOSTS",
  ]);
  const origin = (text: string) => refuseOrigin(text, "localhost:7411", here)?.message;
  expect([origin("https://evil.example:8"), origin("null"), origin("https://<b>")]).toEqual(
    [" https://evil.example:8", " null", ""].map(
      (told) =>
        `Pages of the origin${told} may not call this server. Add allowed origins to ` +
        "SATORI_ALLOWED_ORIGINS",
    ),
  );
});

describe("an origin", () => {
  const check = (origin: string | undefined, isKnown: boolean, host = "localhost:7411"): void =>
    void it(`${origin} is ${isKnown ? "known" : "refused"} at ${host}`, () =>
      expect(refuseOrigin(origin, host, here)?.status ?? null).toBe(isKnown ? null : 403));
  check(undefined, true);
  for (const origin of [
    "http://localhost:7411",
    "https://localhost:7411",
    "HTTP://LOCALHOST:7411",
    "https://tools.example",
    "https://Tools.Example",
  ])
    check(origin, true);
  for (const origin of [
    "null",
    "",
    "http://localhost",
    "http://localhost:7412",
    "http://evil.example",
    "http://evil.example:7411",
    "https://tools.example:444",
    "http://tools.example",
    "https://tools.example.evil",
    "file://",
    "http://localhost:7411/",
    "http://localhost:7411@evil.example",
    "http://user@localhost:7411",
    "chrome-extension://localhost:7411",
    "javascript:alert(1)",
    "http://localhost:7411, http://evil.example",
  ])
    check(origin, false);
});

describe("a token", () => {
  const check = tokenCheck("the-right-one");
  it.each(["Bearer the-right-one", "bearer the-right-one", "Bearer   the-right-one"])(
    "is taken: %s",
    (header) => expect(check(header)).toBeNull(),
  );
  it.each([
    undefined,
    "",
    "the-right-one",
    "Basic the-right-one",
    "Bearer",
    "Bearer ",
    "Bearer the right one",
    "Bearer\nthe-right-one",
  ])("is missed: %j", (header) => {
    expect(check(header)).toMatchObject({
      status: 401,
      headers: { "WWW-Authenticate": 'Bearer realm="satori"' },
    });
  });
  it.each([
    "Bearer the-right-on",
    "Bearer the-right-one1",
    "Bearer THE-RIGHT-ONE",
    `Bearer ${"x".repeat(100_000)}`,
  ])("is a wrong one: %.30s", (header) => {
    expect(check(header)).toMatchObject({
      status: 401,
      headers: { "WWW-Authenticate": expect.stringContaining("invalid_token") },
    });
  });
});

describe("an id of a client", () => {
  it.each(["a", "a3f8b2c1-4d5e-6789-abcd-ef0123456789", "with a blank", "~!@#$%^&*()", "x".repeat(128)])(
    "is taken as it is: %.40s",
    (id) => expect([readId(id, 128), refuseSessionId(id, 128)]).toEqual([id, null]),
  );
  it.each(["", "   ", "x".repeat(129), "a\tb", "a\nb", "é", "\x7f", "a\0"])("is refused: %j", (id) =>
    expect([readId(id, 128), refuseSessionId(id, 128)?.status]).toEqual([null, 400]),
  );
  it("need not be given", () =>
    expect([readId(undefined, 128), refuseSessionId(undefined, 128)]).toEqual([null, null]));
});
