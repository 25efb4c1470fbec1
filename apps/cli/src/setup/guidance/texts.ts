/**
 * What setup tells agents about Satori. The long texts are Markdown in `texts/`, and the skill is that of the
 * extension for pi; `npm run generate` turns them into `generated/texts.ts`. Pure.
 */
import { SKILL } from "./generated/texts.ts";

export { EXPLORER, INSTRUCTIONS } from "./generated/texts.ts";

/** Stands in every file that setup writes as a whole. Only such files are replaced and removed. */
export const OWN_FILE_MARK = "Written by satori setup, which replaces changes.";

/** Name of the skill, and of its folder. */
export const SKILL_NAME = "satori";
export const AGENT_NAME = "satori-explorer";
export const AGENT_DESCRIPTION =
  "Explores a codebase with Satori's index: where something is done, how parts work together, who calls " +
  "what. Use it proactively for questions about code that would take several searches; it returns a short " +
  "answer with files and lines, and changes nothing.";

/** The skill with the mark of setup, after its header. */
export const MARKED_SKILL = SKILL.replace(/^(---\n.*?\n---\n)/s, `$1\n<!-- ${OWN_FILE_MARK} -->\n`);
