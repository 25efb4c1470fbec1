import { expect, it } from "vitest";
import { type Manifest, manifestOf } from "./manifest.ts";

const held = (name: string, more: Partial<Manifest> = {}): Manifest => ({
  name,
  version: "1.2.3",
  license: "Apache-2.0",
  engines: { node: ">=20.19" },
  ...more,
});

it("bundles the held packages, and leaves what they need of others to npm", () => {
  const manifest = manifestOf([
    held("@satori/one", { dependencies: { zebra: "2.0.0", "@satori/two": "1.2.3" } }),
    held("@satori/two", { dependencies: { ant: "1.0.0" }, optionalDependencies: { driver: "3.0.0" } }),
  ]);
  expect(manifest).toMatchObject({
    name: "satori-code",
    version: "1.2.3",
    dependencies: { "@satori/one": "1.2.3", "@satori/two": "1.2.3", ant: "1.0.0", zebra: "2.0.0" },
    optionalDependencies: { driver: "3.0.0" },
    bundleDependencies: ["@satori/one", "@satori/two"],
  });
});

it("cannot hold packages that need a dependency in two versions", () => {
  expect(() =>
    manifestOf([
      held("a", { dependencies: { ant: "1.0.0" } }),
      held("b", { dependencies: { ant: "2.0.0" } }),
    ]),
  ).toThrow("ant is needed in two versions, 1.0.0 and 2.0.0");
});
