/** The manifest of the MCP bundle (`.mcpb`), which desktop applications install by a double click. Pure. */
import { TOOLS } from "@satori/contracts";
import { DESCRIPTION, KEYWORDS, PACKAGE_NAME, SERVER } from "./manifest.ts";

/**
 * Builds of ripgrep in the bundle. It is the only program in it that is made for one platform: applications
 * install the same bundle on all of them.
 */
export const RIPGREP_BUILDS = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-x64",
  "win32-arm64",
  "win32-x64",
] as const;

/**
 * The first version of Node.js with a SQLite that Satori can use. The bundle does without the package libsql,
 * which older ones need: its builds would double the bundle, and the applications bring a newer Node.js.
 */
const NODE = ">=22.16";

const ENTRY = `node_modules/${PACKAGE_NAME}/${SERVER}`;

/** The manifest, in version 0.3 of its format. */
export function bundleManifest(version: string): object {
  return {
    manifest_version: "0.3",
    name: PACKAGE_NAME,
    display_name: "Satori",
    version,
    description: DESCRIPTION,
    long_description:
      "Satori indexes a folder of source code on this machine, and answers from the index: where is this " +
      "done, what does this file declare, who calls this function. Parsers, embedding model and index are " +
      "local files. There is no account, key or download, and nothing leaves the machine: see " +
      "`PRIVACY.md` in the bundle.",
    author: { name: "Satori" },
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: ENTRY,
      mcp_config: { command: "node", args: [`\${__dirname}/${ENTRY}`, "--root", "${user_config.root}"] },
    },
    tools: TOOLS.filter(({ set }) => set === "core").map(({ name, title }) => ({ name, description: title })),
    keywords: KEYWORDS,
    license: "Apache-2.0",
    compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: NODE } },
    user_config: {
      root: {
        type: "directory",
        title: "Folder of source code",
        description: "Questions that name no folder are about this one. Others can be named in a question.",
        required: true,
      },
    },
  };
}
