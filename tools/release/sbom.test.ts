import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { bundledComponents, installedComponents } from "./components.ts";
import { sbomText } from "./sbom.ts";

const RULE = "-".repeat(80);
const NOTICES = `@satori/one is under the licence in LICENSE. It holds software of others.

${RULE}

ant 1.0.0 (MIT)
    Copyright (c) somebody (somewhere)
@bee/hive 2.0.0 (Apache-2.0)

The MIT License (MIT)
wasp 3.0.0 (MIT) is not a heading.

${RULE}

cat as built in @dog/kennel 0.1.0 (MIT OR Apache-2.0)

text
`;
const LOCK = {
  "node_modules/driver": {
    version: "1.0.0",
    license: "MIT",
    integrity: `sha512-${Buffer.from("digest").toString("base64")}`,
    dependencies: { shared: "1.0.0" },
    optionalDependencies: { "@driver/linux": "1.0.0" },
  },
  "node_modules/driver/node_modules/shared": { version: "1.0.0", license: "ISC" },
  "node_modules/shared": { version: "2.0.0", license: "ISC", dependencies: { driver: "1.0.0" } },
  "node_modules/@driver/linux": { version: "1.0.0", dependencies: { shared: "2.0.0" } },
};

it("names what notices name above the text of a licence", () => {
  expect(bundledComponents(NOTICES).map(({ name, version, licence }) => [name, version, licence])).toEqual([
    ["@bee/hive", "2.0.0", "Apache-2.0"],
    ["ant", "1.0.0", "MIT"],
    ["cat", "as built in @dog/kennel 0.1.0", "MIT OR Apache-2.0"],
  ]);
});

it("names what npm installs, each version that is found from where it is needed", () => {
  expect(installedComponents(LOCK, ["driver"]).map(({ name, version }) => `${name} ${version}`)).toEqual([
    "@driver/linux 1.0.0",
    "driver 1.0.0",
    "shared 1.0.0",
    "shared 2.0.0",
  ]);
  expect(installedComponents(LOCK, ["driver"])[1]?.sha512).toBe(Buffer.from("digest").toString("hex"));
  expect(() => installedComponents(LOCK, ["absent"])).toThrow("package-lock.json has no package absent");
});

it("fits the schema of CycloneDX, and is the same each time", () => {
  const bill = (): string =>
    sbomText(
      { name: "satori-code", version: "1.2.3", licence: "Apache-2.0", sha512: null },
      { bundled: bundledComponents(NOTICES), installed: installedComponents(LOCK, ["driver"]) },
    );
  expect(bill()).toBe(bill());
  const library = createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json");
  const schema = (name: string): object =>
    JSON.parse(
      readFileSync(join(dirname(library), "res/schema", `${name}.SNAPSHOT.schema.json`), "utf8"),
    ) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The library names its copies differently from the published ones.
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  const validate = ajv.compile(schema("bom-1.6"));
  expect([validate(JSON.parse(bill())), validate.errors]).toEqual([true, null]);
  expect([validate({ bomFormat: "other", specVersion: "1.6" })]).toEqual([false]);
});
