import { expect, it } from "vitest";
import { openIgnorePolicy } from "./policy.ts";
import { temporaryFolder } from "./testing/written-tree.ts";

/** The paths that the defaults alone ignore. */
function ignoredAmong(paths: string): string {
  const environment = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };
  const policy = openIgnorePolicy({ root: temporaryFolder(), environment });
  return paths
    .split(" ")
    .filter((path) => policy.ignores(path, "file").ignored)
    .join(" ");
}

it("leaves out dependencies, caches, lock files, minified code and maps", () => {
  const paths =
    "node_modules/a/index.js src/.venv/lib/a.py a/__pycache__/b.pyc .next/server.js go.sum js/a.min.js " +
    "a.css.map";
  expect(ignoredAmong(paths)).toBe(paths);
});

it("leaves out media, archives, compiled files, data and message catalogues", () => {
  const paths = "a.png doc/b.pdf c.zip d.o e.jar f.sqlite3 g.safetensors de.po locale/de/LC_MESSAGES/h.mo";
  expect(ignoredAmong(paths)).toBe(paths);
});

it("leaves out files that hold secrets by name, but not their templates", () => {
  const secrets = ".env .env.local api/.env.production server.pem tls.key id_rsa .ssh/id_ed25519.pub .npmrc";
  expect(ignoredAmong(`${secrets} .aws/credentials home/.aws/credentials credentials.json a.p12`)).toBe(
    `${secrets} .aws/credentials home/.aws/credentials credentials.json a.p12`,
  );
  expect(ignoredAmong(".env.example api/.env.sample .env.template environment.ts src/key.ts")).toBe("");
});

it("keeps names that real source trees use", () => {
  expect(
    ignoredAmong("build/a.c dist/a.js out/a target/a bin/a.sh vendor/a.go lib/a.rb tmp/a log/a.rb env/a.py"),
  ).toBe("");
  expect(
    ignoredAmong(
      "Modelica/a.mo form.pt map.map a.lock.ts .github/workflows/ci.yml .eslintrc .gitignore Makefile",
    ),
  ).toBe("");
});
