/** The manifest of the one package that holds both programs. Pure. */

/** The fields of a package's manifest that matter here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What the package is published with. */
interface PackageManifest extends Required<Manifest> {
  readonly description: string;
  readonly keywords: readonly string[];
  readonly mcpName: string;
  readonly type: "module";
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly bundleDependencies: readonly string[];
  readonly publishConfig: { readonly access: "public"; readonly provenance: true };
}

export const PACKAGE_NAME = "satori-code";

/**
 * The server's name in the MCP registry. The registry compares it with the field `mcpName` of the published
 * package. To publish it, one proves that one owns the domain.
 */
export const MCP_NAME = "dev.satori/satori-code";

export const DESCRIPTION =
  "Code intelligence on your machine: search, outlines, call graphs. For coding agents (MCP) and people";

export const KEYWORDS = [
  "code-search",
  "semantic-search",
  "call-graph",
  "mcp",
  "mcp-server",
  "coding-agent",
  "cli",
] as const;

/** The folders of the packages that it holds. They resolve each other by name, as in the workspace. */
export const HELD_FOLDERS = [
  "libs/contracts",
  "libs/sidecar",
  "libs/engine",
  "apps/mcp",
  "apps/cli",
] as const;

const CLI = "node_modules/@satori/cli/bin/satori.js";

/** The MCP server's program in the package. */
export const SERVER = "node_modules/@satori/mcp/bin/satori-mcp.js";

/**
 * Dependencies of the held packages on each other become bundled; all others stay dependencies, which npm
 * installs, for the platform that it is on.
 *
 * @param held manifests of the held packages
 * @throws if two of them ask for different versions of a dependency
 */
export function manifestOf(held: readonly Manifest[]): PackageManifest {
  const [first] = held;
  if (!first) throw new Error("There are no packages to hold");
  const { version, license, engines } = first;
  const own = new Set(held.map(({ name }) => name));
  const outside = (kind: "dependencies" | "optionalDependencies"): Record<string, string> =>
    joined(held.map((one) => one[kind] ?? {}).map((all) => without(all, own)));
  return {
    name: PACKAGE_NAME,
    version,
    description: DESCRIPTION,
    keywords: KEYWORDS,
    mcpName: MCP_NAME,
    license,
    type: "module",
    engines,
    bin: {
      // npx starts the program that has the package's name.
      [PACKAGE_NAME]: CLI,
      satori: CLI,
      "satori-mcp": SERVER,
    },
    files: ["LICENSE", "README.md", "THIRD-PARTY-NOTICES"],
    dependencies: {
      ...Object.fromEntries(held.map((one) => [one.name, one.version])),
      ...outside("dependencies"),
    },
    optionalDependencies: outside("optionalDependencies"),
    bundleDependencies: held.map(({ name }) => name),
    // npm signs where and from what it was built, if a build service publishes it.
    publishConfig: { access: "public", provenance: true },
  };
}

function without(
  dependencies: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !names.has(name)));
}

function joined(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, version] of all.flatMap((one) => Object.entries(one))) {
    const known = (result[name] ??= version);
    if (known !== version) throw new Error(`${name} is needed in two versions, ${known} and ${version}`);
  }
  return Object.fromEntries(Object.entries(result).sort(([left], [right]) => (left < right ? -1 : 1)));
}
