/** The forms of files that guide a client's agents, and where clients have them. Pure. */
import type { Machine } from "../clients/client.ts";
import {
  CLINE_FOLDER,
  inConfigHome,
  inHome,
  inMovableFolder,
  inProject as inProjectOf,
  inZed as inZedFolder,
} from "../clients/client-parts.ts";
import type { OwnFile, SharedFile } from "./guidance.ts";
import { INSTRUCTIONS, MARKED_SKILL, OWN_FILE_MARK, SKILL_NAME } from "./texts.ts";

type PathOf = (machine: Machine) => string;

export const inProject =
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inProjectOf(machine, ...names);
export const inUserHome =
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inHome(machine, ...names);
export const inZed =
  (name: string): PathOf =>
  (machine) =>
    inZedFolder(machine, name);
/** In the client's folder, which an environment variable can move. */
const inFolder =
  (variable: string, folders: readonly string[], ...names: readonly string[]): PathOf =>
  (machine) =>
    inMovableFolder(machine, { variable, folders }, ...names);
export const inClaude = (...names: readonly string[]): PathOf =>
  inFolder("CLAUDE_CONFIG_DIR", [".claude"], ...names);
export const inCodex = (...names: readonly string[]): PathOf => inFolder("CODEX_HOME", [".codex"], ...names);
export const inCopilot = (...names: readonly string[]): PathOf =>
  inFolder("COPILOT_HOME", [".copilot"], ...names);
export const inPi = (...names: readonly string[]): PathOf =>
  inFolder("PI_CODING_AGENT_DIR", [".pi", "agent"], ...names);
export const inCline = (...names: readonly string[]): PathOf =>
  inFolder(CLINE_FOLDER.variable, CLINE_FOLDER.folders, ...names);
const inConfig =
  (folder: string) =>
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inConfigHome(machine, folder, ...names);
export const inOpencode = inConfig("opencode");
export const inKilo = inConfig("kilo");

/** @param files the first existing one gets the block; the one at `created` is made if there is none */
export function block(
  files: readonly PathOf[],
  created: PathOf,
  more: Pick<SharedFile, "imports"> = {},
): SharedFile {
  return { kind: "block", files: (machine) => files.map((file) => file(machine)), created, ...more };
}
export const own = (file: PathOf, text: OwnFile["text"]): OwnFile => ({ kind: "file", file, text });
export const skill = (folder: (...names: readonly string[]) => PathOf): OwnFile =>
  own(folder("skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL);
export const userSkill = (...folders: readonly string[]): OwnFile =>
  skill((...names) => inUserHome(...folders, ...names));
export const projectSkill = (folder: string): OwnFile => skill((...names) => inProject(folder, ...names));
/** A file of instructions with nothing else, below a header that the client wants. */
export const ownInstructions = (file: PathOf, header: string): OwnFile =>
  own(file, () => `${header}<!-- ${OWN_FILE_MARK} -->\n\n${INSTRUCTIONS}`);

export const AGENTS_MD = inProject("AGENTS.md");
