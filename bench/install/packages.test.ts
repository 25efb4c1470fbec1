import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installedPackages, withDependencies } from "./packages.ts";

test("an app comes with those of our packages that it needs, however deep, and with no others", () => {
  const manifests = [
    { name: "@x/app", dependencies: { "@x/engine": "1.0.0", foreign: "^2.0.0" } },
    { name: "@x/engine", dependencies: { "@x/core": "1.0.0" } },
    { name: "@x/core", dependencies: { "@x/engine": "1.0.0" } },
    { name: "@x/other" },
  ];
  expect(withDependencies(["@x/app"], manifests)).toEqual(["@x/app", "@x/core", "@x/engine"]);
});

test("each package is measured by itself, also one inside another, and its install script is seen", () => {
  const folder = mkdtempSync(join(tmpdir(), "satori-packages-"));
  const write = (path: string, bytes: number): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.alloc(bytes, 1));
  };
  try {
    write("node_modules/@x/app/lib/main.js", 100_000);
    write("node_modules/@x/app/package.json", 10);
    write("node_modules/@x/app/node_modules/inner/index.js", 300_000);
    writeFileSync(
      join(folder, "node_modules/.package-lock.json"),
      JSON.stringify({
        packages: {
          "node_modules/@x/app": { version: "1.0.0" },
          "node_modules/@x/app/node_modules/inner": { version: "2.0.0", hasInstallScript: true },
        },
      }),
    );
    const [first, second] = installedPackages(folder);
    expect(first).toMatchObject({ name: "inner", version: "2.0.0", files: 1, hasInstallScript: true });
    expect(second).toMatchObject({ name: "@x/app", version: "1.0.0", files: 2, hasInstallScript: false });
    expect(first?.diskBytes).toBeGreaterThanOrEqual(300_000);
    expect(second?.diskBytes).toBeLessThan(300_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
