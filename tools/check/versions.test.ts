/**
 * The version that a package reports on connection is the package's version: it is written by hand in code
 * that cannot read package.json.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./steps.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

it.each([
  ["apps/bridge/src/index.ts", "@satori/bridge", "apps/bridge/package.json"],
  ["apps/console/src/connection/connection.ts", "@satori/console", "apps/console/package.json"],
  ["clients/typescript/src/connect.ts", "@satori/client", "clients/typescript/package.json"],
  ["clients/python/src/satori_client/connect.py", "satori-client", "clients/python/pyproject.toml"],
])("%s tells the version of %s, which is in %s", (source, name, manifest) => {
  const told = new RegExp(`"?name"?: "${name}", "?version"?: "(.*?)"`).exec(textOf(source))?.[1];
  const [, version] = /^\s*"?version"?\s*[:=]\s*"(.*?)"/m.exec(textOf(manifest)) ?? [];
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(told).toBe(version);
});
