/**
 * Writes what guides agents to Satori, from its sources in Markdown: the texts that `satori setup` writes, and
 * the plugins for Claude Code and Codex. With `--check`, fails and names the files if committed ones are stale.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDANCE = "apps/cli/src/setup/guidance";
const TEXTS = `${GUIDANCE}/generated/texts.ts`;
/** Folders that have generated files only. */
const PLUGINS = ["plugins/claude-code", "plugins/codex"];

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
update(TEXTS, textsModule());
// The plugins are made from the module above.
const { pluginFiles } = await import("./plugin-files.ts");
const files = pluginFiles(JSON.parse(sourceOf("apps/cli/package.json")) as { version: string });
for (const [path, text] of files) update(path, text);
for (const path of PLUGINS.flatMap(filesBelow))
  if (!files.has(path)) {
    if (isCheck) stale.push(path);
    else rmSync(join(ROOT, path));
  }
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(", ")} (run \`npm run generate\` and commit)`);
  process.exitCode = 1;
}

function textsModule(): string {
  const sources = [
    ["INSTRUCTIONS", `${GUIDANCE}/texts/instructions.md`],
    ["EXPLORER", `${GUIDANCE}/texts/explorer.md`],
    ["SKILL", "apps/bridge/skills/satori/SKILL.md"],
  ] as const;
  return sources.reduce(
    (text, [name, path]) =>
      `${text}\n/** ${path} */\nexport const ${name} = ${JSON.stringify(sourceOf(path))};\n`,
    "// Made by `npm run generate`; do not edit.\n",
  );
}

function sourceOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function update(path: string, text: string): void {
  const file = join(ROOT, path);
  let known: string | null = null;
  try {
    known = readFileSync(file, "utf8");
  } catch {
    // It does not exist yet.
  }
  if (known === text) return;
  if (isCheck) {
    stale.push(path);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length));
  } catch {
    return [];
  }
}
