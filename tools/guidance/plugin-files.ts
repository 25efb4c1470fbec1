/**
 * The files of the plugins for Claude Code and Codex, and of the marketplace that offers them. Their commands
 * are found on the PATH. Pure.
 *
 * @see https://code.claude.com/docs/en/plugins-reference and /plugin-marketplaces (2026-08-22)
 * @see https://developers.openai.com/codex/plugins/build (Codex 0.134.0, 2026-05-22)
 */
import { claudeAgent } from "../../apps/cli/src/setup/guidance/agents.ts";
import { type HookEntry, claudeHook, codexHook } from "../../apps/cli/src/setup/guidance/hooks.ts";
import { SKILL } from "../../apps/cli/src/setup/guidance/generated/texts.ts";
import { AGENT_NAME, OWN_FILE_MARK, SKILL_NAME } from "../../apps/cli/src/setup/guidance/texts.ts";

const NAME = "satori";
const TITLE = "Satori";
const DESCRIPTION =
  "Local code search for agents: where something is done, what a file declares, who calls what, from an index " +
  "on this machine.";
const CATEGORY = "Productivity";
const KEYWORDS = ["code search", "call graph", "mcp"];
const AUTHOR = { name: TITLE };
const LICENSE = "Apache-2.0";
const SERVER = { command: "satori-mcp", args: [] };

/** Path relative to the repository's root → text. */
export function pluginFiles({ version }: { readonly version: string }): ReadonlyMap<string, string> {
  return new Map([
    ["plugins/.claude-plugin/marketplace.json", json(claudeMarketplace())],
    ["plugins/.agents/plugins/marketplace.json", json(codexMarketplace())],
    ...below("plugins/claude-code", [
      [".claude-plugin/plugin.json", json({ ...manifest(version), displayName: TITLE })],
      [".mcp.json", json({ mcpServers: { [NAME]: SERVER } })],
      [`skills/${SKILL_NAME}/SKILL.md`, SKILL],
      // Tools of a plugin's server have its name, too.
      [`agents/${AGENT_NAME}.md`, unmarked(claudeAgent(`mcp__plugin_${NAME}_${NAME}`))],
      ["hooks/hooks.json", hooks(claudeHook, "claude-code")],
    ]),
    ...below("plugins/codex", [
      [".codex-plugin/plugin.json", json({ ...manifest(version), ...codexManifest() })],
      [".mcp.json", json({ [NAME]: SERVER })],
      [`skills/${SKILL_NAME}/SKILL.md`, SKILL],
      ["hooks/hooks.json", hooks(codexHook, "codex")],
    ]),
  ]);
}

function manifest(version: string): object {
  return {
    name: NAME,
    version,
    description: DESCRIPTION,
    author: AUTHOR,
    license: LICENSE,
    keywords: KEYWORDS,
  };
}

function codexManifest(): object {
  return {
    skills: "./skills/",
    mcpServers: "./.mcp.json",
    hooks: "./hooks/hooks.json",
    interface: {
      displayName: TITLE,
      shortDescription: "Local code search for agents",
      longDescription: DESCRIPTION,
      developerName: TITLE,
      category: CATEGORY,
      capabilities: ["Read"],
      defaultPrompt: ["Where are failed requests retried?", "Who calls this function?"],
    },
  };
}

function claudeMarketplace(): object {
  return {
    name: NAME,
    owner: AUTHOR,
    description: DESCRIPTION,
    plugins: [
      { name: NAME, source: "./claude-code", description: DESCRIPTION, category: CATEGORY, license: LICENSE },
    ],
  };
}

function codexMarketplace(): object {
  return {
    name: NAME,
    interface: { displayName: TITLE },
    plugins: [
      {
        name: NAME,
        source: { source: "local", path: "./codex" },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: CATEGORY,
      },
    ],
  };
}

function hooks({ path, hook }: HookEntry, client: string): string {
  const list: unknown = [hook(["satori", "hook", client])];
  return json(path.reduceRight<unknown>((content, key) => ({ [key]: content }), list));
}

/** Updates replace the whole plugin, so its files need no mark of setup. */
function unmarked(text: string): string {
  return text.replace(`<!-- ${OWN_FILE_MARK} -->\n\n`, "");
}

function below(folder: string, files: readonly (readonly [string, string])[]): [string, string][] {
  return files.map(([path, text]) => [`${folder}/${path}`, text]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
