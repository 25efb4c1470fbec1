/**
 * What each client reads besides its servers: instructions, skills, sub-agents, hooks. Only what its
 * documentation states; `pages` names the pages, and when they were read. Pure.
 */
import type { Machine, Scope } from "../clients/client.ts";
import { inConfigHome, inHome, inMovableFolder, inProject as inProjectOf } from "../clients/client-parts.ts";
import type { ClientId } from "../clients/clients.ts";
import { claudeAgent, codexAgent, cursorAgent, geminiAgent, opencodeAgent, vscodeAgent } from "./agents.ts";
import { type HookEntry, claudeHook, codexHook, cursorHook, geminiHook } from "./hooks.ts";
import { AGENT_NAME, INSTRUCTIONS, MARKED_SKILL, OWN_FILE_MARK, SKILL_NAME } from "./texts.ts";

/** What setup can write, in the order in which it shows it. */
export const PARTS = ["server", "instructions", "skill", "agent", "hook"] as const;
export type Part = (typeof PARTS)[number];

/** A file of instructions that people write, too: setup adds a marked block to it. */
export interface SharedFile {
  readonly kind: "block";
  /** Files of which the client reads the first that exists. */
  readonly files: (machine: Machine) => readonly string[];
  /** The file to create if none exists. */
  readonly created: (machine: Machine) => string;
  /** A line with which the file imports another one of its folder, which then has the block instead. */
  readonly imports?: { readonly line: RegExp; readonly name: string };
}

/** A file that setup writes as a whole. */
export interface OwnFile {
  readonly kind: "file";
  readonly file: (machine: Machine) => string;
  /** @param server name of the server in the client */
  readonly text: (server: string) => string;
}

/** A file of hooks or settings. */
export interface HookFile {
  readonly kind: "hook";
  readonly file: (machine: Machine) => string;
  readonly entry: HookEntry;
  /** Whether only this user has the file, so that it can name programs by their paths on this machine. */
  readonly isPersonal: boolean;
}

type InBothScopes<File> = Readonly<Record<Scope, File | null>>;

export interface Guidance {
  /** Pages of the documentation that state this, with the date or version that was read. */
  readonly pages: readonly string[];
  readonly instructions: InBothScopes<SharedFile | OwnFile>;
  readonly skill: InBothScopes<OwnFile>;
  readonly agent: InBothScopes<OwnFile>;
  readonly hook: InBothScopes<HookFile>;
  /** What the user has to do before the hook runs. */
  readonly hookNote?: string;
}

const NOTHING = { user: null, project: null } as const;
/** A client whose server alone is set up. */
const NO_GUIDANCE: Guidance = {
  pages: [],
  instructions: NOTHING,
  skill: NOTHING,
  agent: NOTHING,
  hook: NOTHING,
};

type PathOf = (machine: Machine) => string;

const inProject =
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inProjectOf(machine, ...names);
const inUserHome =
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inHome(machine, ...names);
/** In the client's folder, which an environment variable can move. */
const inFolder =
  (variable: string, folders: readonly string[], ...names: readonly string[]): PathOf =>
  (machine) =>
    inMovableFolder(machine, { variable, folders }, ...names);
const inClaude = (...names: readonly string[]): PathOf =>
  inFolder("CLAUDE_CONFIG_DIR", [".claude"], ...names);
const inCodex = (...names: readonly string[]): PathOf => inFolder("CODEX_HOME", [".codex"], ...names);
const inCopilot = (...names: readonly string[]): PathOf => inFolder("COPILOT_HOME", [".copilot"], ...names);
const inPi = (...names: readonly string[]): PathOf =>
  inFolder("PI_CODING_AGENT_DIR", [".pi", "agent"], ...names);
const inOpencode =
  (...names: readonly string[]): PathOf =>
  (machine) =>
    inConfigHome(machine, "opencode", ...names);

/** @param files the first existing one gets the block; the one at `created` is made if there is none */
function block(
  files: readonly PathOf[],
  created: PathOf,
  more: Pick<SharedFile, "imports"> = {},
): SharedFile {
  return { kind: "block", files: (machine) => files.map((file) => file(machine)), created, ...more };
}
const own = (file: PathOf, text: OwnFile["text"]): OwnFile => ({ kind: "file", file, text });
const skill = (folder: (...names: readonly string[]) => PathOf): OwnFile =>
  own(folder("skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL);
const projectSkill = (folder: string): OwnFile =>
  own(inProject(folder, "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL);

const AGENTS_MD = inProject("AGENTS.md");

export const GUIDANCE: Readonly<Record<ClientId, Guidance>> = {
  "claude-code": {
    pages: [
      "https://code.claude.com/docs/en/memory (2026-08-22)",
      "https://code.claude.com/docs/en/skills (2026-08-22)",
      "https://code.claude.com/docs/en/sub-agents (2026-08-22)",
      "https://code.claude.com/docs/en/hooks (2026-08-22)",
    ],
    instructions: {
      user: block([inClaude("CLAUDE.md")], inClaude("CLAUDE.md")),
      project: block([inProject("CLAUDE.md"), inProject(".claude", "CLAUDE.md")], inProject("CLAUDE.md"), {
        imports: { line: /^@(?:\.\/)?AGENTS\.md[ \t]*\r?$/m, name: "AGENTS.md" },
      }),
    },
    skill: { user: skill(inClaude), project: projectSkill(".claude") },
    agent: {
      user: own(inClaude("agents", `${AGENT_NAME}.md`), (server) => claudeAgent(`mcp__${server}`)),
      project: own(inProject(".claude", "agents", `${AGENT_NAME}.md`), (server) =>
        claudeAgent(`mcp__${server}`),
      ),
    },
    hook: {
      user: { kind: "hook", file: inClaude("settings.json"), entry: claudeHook, isPersonal: true },
      // Not `settings.json`, which the project shares.
      project: {
        kind: "hook",
        file: inProject(".claude", "settings.local.json"),
        entry: claudeHook,
        isPersonal: true,
      },
    },
  },
  codex: {
    pages: [
      "https://learn.chatgpt.com/docs/agent-configuration/agents-md (2026-10)",
      "https://learn.chatgpt.com/docs/build-skills (2026-10)",
      "https://learn.chatgpt.com/docs/agent-configuration/subagents (2026-10)",
      "https://learn.chatgpt.com/docs/hooks (2026-10)",
    ],
    instructions: {
      user: block([inCodex("AGENTS.override.md"), inCodex("AGENTS.md")], inCodex("AGENTS.md")),
      project: block([inProject("AGENTS.override.md"), AGENTS_MD], AGENTS_MD),
    },
    skill: {
      user: own(inUserHome(".agents", "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL),
      project: projectSkill(".agents"),
    },
    agent: {
      user: own(inCodex("agents", `${AGENT_NAME}.toml`), codexAgent),
      project: own(inProject(".codex", "agents", `${AGENT_NAME}.toml`), codexAgent),
    },
    hook: {
      user: { kind: "hook", file: inCodex("hooks.json"), entry: codexHook, isPersonal: true },
      project: { kind: "hook", file: inProject(".codex", "hooks.json"), entry: codexHook, isPersonal: false },
    },
    hookNote: "Codex runs the hook once you trust it with /hooks",
  },
  cursor: {
    pages: [
      "https://cursor.com/docs/rules (2026-10)",
      "https://cursor.com/docs/skills (2026-10)",
      "https://cursor.com/docs/subagents (2026-10)",
      "https://cursor.com/docs/hooks (2026-10)",
    ],
    // Rules of the user are settings, not a file.
    instructions: { user: null, project: block([AGENTS_MD], AGENTS_MD) },
    skill: {
      user: own(inUserHome(".cursor", "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL),
      project: projectSkill(".cursor"),
    },
    agent: {
      user: own(inUserHome(".cursor", "agents", `${AGENT_NAME}.md`), cursorAgent),
      project: own(inProject(".cursor", "agents", `${AGENT_NAME}.md`), cursorAgent),
    },
    hook: {
      user: { kind: "hook", file: inUserHome(".cursor", "hooks.json"), entry: cursorHook, isPersonal: true },
      project: {
        kind: "hook",
        file: inProject(".cursor", "hooks.json"),
        entry: cursorHook,
        isPersonal: false,
      },
    },
  },
  vscode: {
    pages: [
      "https://code.visualstudio.com/docs/copilot/customization/custom-instructions (2026-03-25)",
      "https://code.visualstudio.com/docs/copilot/customization/agent-skills (2026-01-08)",
      "https://code.visualstudio.com/docs/copilot/customization/custom-agents (2026-01-08)",
      "https://docs.github.com/en/copilot/how-tos/use-copilot-agents/cloud-agent/create-skills (2026-10)",
    ],
    instructions: {
      user: own(
        inUserHome(".copilot", "instructions", "satori.instructions.md"),
        () => `---\napplyTo: "**"\n---\n\n<!-- ${OWN_FILE_MARK} -->\n\n${INSTRUCTIONS}`,
      ),
      project: block([AGENTS_MD], AGENTS_MD),
    },
    skill: {
      user: own(inUserHome(".copilot", "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL),
      project: projectSkill(".github"),
    },
    // Those of the user are in a folder of their profile.
    agent: {
      user: null,
      project: own(inProject(".github", "agents", `${AGENT_NAME}.agent.md`), vscodeAgent),
    },
    // In preview, and it ignores which tools a hook is for.
    hook: NOTHING,
  },
  gemini: {
    pages: [
      "https://github.com/google-gemini/gemini-cli/tree/5411f113/docs (2026-08-21): cli/gemini-md, " +
        "cli/skills, core/subagents, hooks/reference",
    ],
    instructions: {
      user: block([inUserHome(".gemini", "GEMINI.md")], inUserHome(".gemini", "GEMINI.md")),
      project: block([inProject("GEMINI.md")], inProject("GEMINI.md")),
    },
    skill: {
      user: own(inUserHome(".gemini", "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL),
      project: projectSkill(".gemini"),
    },
    agent: {
      user: own(inUserHome(".gemini", "agents", `${AGENT_NAME}.md`), geminiAgent),
      project: own(inProject(".gemini", "agents", `${AGENT_NAME}.md`), geminiAgent),
    },
    hook: {
      user: {
        kind: "hook",
        file: inUserHome(".gemini", "settings.json"),
        entry: geminiHook,
        isPersonal: true,
      },
      project: {
        kind: "hook",
        file: inProject(".gemini", "settings.json"),
        entry: geminiHook,
        isPersonal: false,
      },
    },
  },
  opencode: {
    pages: [
      "https://opencode.ai/docs/rules (2026-10)",
      "https://opencode.ai/docs/skills (2026-10)",
      "https://opencode.ai/docs/agents (2026-10)",
    ],
    instructions: {
      // It reads Claude Code's file only as long as it has none of its own.
      user: block([inOpencode("AGENTS.md"), inUserHome(".claude", "CLAUDE.md")], inOpencode("AGENTS.md")),
      project: block([AGENTS_MD, inProject("CLAUDE.md")], AGENTS_MD),
    },
    skill: { user: skill(inOpencode), project: projectSkill(".opencode") },
    agent: {
      user: own(inOpencode("agents", `${AGENT_NAME}.md`), opencodeAgent),
      project: own(inProject(".opencode", "agents", `${AGENT_NAME}.md`), opencodeAgent),
    },
    // Its hooks are plugins in JavaScript.
    hook: NOTHING,
  },
  pi: {
    pages: ["@earendil-works/pi-coding-agent 1.6.0 (2026-11): its pages configuration and skills"],
    instructions: {
      user: block([inPi("AGENTS.override.md"), inPi("AGENTS.md"), inPi("CLAUDE.md")], inPi("AGENTS.md")),
      project: block([inProject("AGENTS.override.md"), AGENTS_MD, inProject("CLAUDE.md")], AGENTS_MD),
    },
    skill: { user: skill(inPi), project: projectSkill(".pi") },
    // It has no sub-agents of its own, and its hooks are extensions.
    agent: NOTHING,
    hook: NOTHING,
  },
  copilot: {
    pages: [
      "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions " +
        "(2026-10)",
      "https://docs.github.com/en/copilot/how-tos/use-copilot-agents/cloud-agent/create-skills (2026-10)",
      "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/" +
        "create-custom-agents-for-cli (2026-10)",
    ],
    instructions: {
      user: block([inCopilot("copilot-instructions.md")], inCopilot("copilot-instructions.md")),
      project: block(
        [inProject(".github", "copilot-instructions.md")],
        inProject(".github", "copilot-instructions.md"),
      ),
    },
    // The same files as those of VS Code.
    skill: { user: skill(inCopilot), project: projectSkill(".github") },
    agent: {
      user: own(inCopilot("agents", `${AGENT_NAME}.agent.md`), vscodeAgent),
      project: own(inProject(".github", "agents", `${AGENT_NAME}.agent.md`), vscodeAgent),
    },
    hook: NOTHING,
  },
  windsurf: {
    pages: [
      "https://docs.windsurf.com/windsurf/cascade/memories (2026-10)",
      "https://docs.windsurf.com/windsurf/cascade/skills (2026-10)",
    ],
    instructions: { user: null, project: block([AGENTS_MD], AGENTS_MD) },
    skill: {
      user: own(inUserHome(".codeium", "windsurf", "skills", SKILL_NAME, "SKILL.md"), () => MARKED_SKILL),
      project: projectSkill(".windsurf"),
    },
    agent: NOTHING,
    hook: NOTHING,
  },
  "claude-desktop": NO_GUIDANCE,
  junie: NO_GUIDANCE,
  zed: NO_GUIDANCE,
  cline: NO_GUIDANCE,
  kilo: NO_GUIDANCE,
  kiro: NO_GUIDANCE,
  antigravity: NO_GUIDANCE,
};
