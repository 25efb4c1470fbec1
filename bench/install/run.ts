/**
 * Installs the command line and the MCP server as a user would, without the workspace.
 *
 *   npm run bench -- install [--json]
 *
 * Packs the packages as for publishing, and installs `@satori/cli` and `@satori/mcp` from these archives into
 * an empty folder: without development dependencies, and with install scripts disabled, so that nothing is
 * compiled, or downloaded by anything but npm. Third-party dependencies come from the configured npm
 * registry. Then the installed binaries index and search a few files in three languages, without network
 * where the system can disable it (`unshare`, Linux); every answer is validated against its schema.
 *
 * The table shows the disk space of each package, in whole blocks, on this platform; the target applies to
 * the total.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError } from "../support/failure.ts";
import { ROOT, environmentIn, requireBuilt } from "../support/product.ts";
import { sum } from "../support/statistics.ts";
import { megabytes, verdict } from "../support/target.ts";
import { type InstalledPackage, type Manifest, installedPackages, withDependencies } from "./packages.ts";
import { proveThatItWorks, withoutNetwork } from "./proof.ts";

const TARGET_MB = 80;
const WANTED = ["@satori/cli", "@satori/mcp"];
/** Overrides the user's npm settings: no scripts, and no messages about funding. */
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

interface Packed {
  readonly name: string;
  readonly filename: string;
}

await runBenchmark(import.meta.url, {
  options: {},
  async measure(_, bench) {
    requireBuilt();
    const installed = install(pack(bench), bench);
    const packages = installedPackages(installed);
    const prefix = withoutNetwork();
    bench.progress(`trying what was installed${prefix.length > 0 ? ", without network" : ""}`);
    await proveThatItWorks(installed, prefix, {
      cwd: bench.folder,
      environment: { ...environmentIn(bench.folder), SATORI_VALIDATE_OUTPUT: "1" },
      signal: bench.signal,
    });
    return report(packages, prefix.length > 0);
  },
});

/** Archives of the wanted packages and of those of ours that they depend on. */
function pack({ folder, progress }: Bench): string[] {
  progress("packing");
  const archives = join(folder, "archives");
  mkdirSync(archives);
  const packed = JSON.parse(
    npm(["pack", "--workspaces", "--json", "--pack-destination", archives, ...QUIET], ROOT),
  ) as readonly Packed[];
  const manifests = packed.map(
    ({ name }) =>
      JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as Manifest,
  );
  const needed = withDependencies(WANTED, manifests);
  return packed.filter(({ name }) => needed.includes(name)).map(({ filename }) => join(archives, filename));
}

function install(archives: readonly string[], { folder, progress }: Bench): string {
  progress("installing");
  const target = join(folder, "installed");
  mkdirSync(target);
  writeFileSync(join(target, "package.json"), JSON.stringify({ name: "someone", private: true }));
  npm(["install", "--omit=dev", ...QUIET, ...archives], target);
  return target;
}

function npm(args: readonly string[], cwd: string): string {
  try {
    return execFileSync("npm", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr = "", code } = error as { stderr?: string; code?: string };
    throw new BenchmarkError(
      code === "ENOENT"
        ? "Missing: npm. It comes with Node.js."
        : `npm ${args[0]} failed: ${stderr.trim().slice(-2_000)}`,
    );
  }
}

function report(packages: readonly InstalledPackage[], isOffline: boolean): Report {
  const diskBytes = sum(packages.map(({ diskBytes }) => diskBytes));
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  const row = ({ name, version, files, diskBytes }: InstalledPackage) => [
    name,
    version,
    files,
    megabytes(diskBytes),
    "",
  ];
  return {
    title: `Install of ${WANTED.join(" and ")}, ${process.platform} ${process.arch}`,
    columns: ["package", "version", "files", "MB", "target"],
    rows: [
      ...packages.map(row),
      [
        `${packages.length} packages`,
        "",
        sum(packages.map(({ files }) => files)),
        megabytes(diskBytes),
        verdict(diskBytes / 1e6, TARGET_MB, " MB"),
      ],
    ],
    notes: [
      scripts.length === 0
        ? "No package has an install script: nothing to compile or download."
        : `With install scripts, which were not run: ${scripts.join(", ")}.`,
      "Works as installed: index, search and MCP " +
        `server${isOffline ? ", without network" : " (network was there: the system cannot take it away)"}.`,
    ],
    results: { targetMb: TARGET_MB, diskBytes, isOffline, installScripts: scripts, packages },
  };
}
