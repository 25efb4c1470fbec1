/**
 * What each client reads besides its servers: instructions, skills, sub-agents, hooks. Only what its
 * documentation states; `pages` names the pages, and when they were read: "quoted" ones as others quoted
 * them on that date. Pure.
 */
import type { ClientId } from "../clients/clients.ts";
import {
  antigravityAgent,
  claudeAgent,
  codexAgent,
  cursorAgent,
  geminiAgent,
  junieAgent,
  kiroAgent,
  opencodeAgent,
  vscodeAgent,
} from "./agents.ts";
import type { Guidance } from "./guidance.ts";
import {
  AGENTS_MD,
  block,
  inClaude,
  inCline,
  inCodex,
  inCopilot,
  inKilo,
  inOpencode,
  inPi,
  inProject,
  inUserHome,
  inZed,
  own,
  ownInstructions,
  projectSkill,
  skill,
  userSkill,
} from "./guidance-parts.ts";
import { claudeHook, codexHook, cursorHook, geminiHook } from "./hooks.ts";
import { AGENT_NAME } from "./texts.ts";

const NOTHING = { user: null, project: null } as const;
/** A client whose server alone is set up. */
const NO_GUIDANCE: Guidance = {
  pages: [],
  instructions: NOTHING,
  skill: NOTHING,
  agent: NOTHING,
  hook: NOTHING,
};

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
      user: userSkill(".agents"),
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
      user: userSkill(".cursor"),
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
      user: ownInstructions(
        inUserHome(".copilot", "instructions", "satori.instructions.md"),
        '---\napplyTo: "**"\n---\n\n',
      ),
      project: block([AGENTS_MD], AGENTS_MD),
    },
    skill: {
      user: userSkill(".copilot"),
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
      user: userSkill(".gemini"),
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
      user: userSkill(".codeium", "windsurf"),
      project: projectSkill(".windsurf"),
    },
    agent: NOTHING,
    hook: NOTHING,
  },
  "claude-desktop": NO_GUIDANCE,
  junie: {
    pages: [
      "https://junie.jetbrains.com/docs/guidelines-and-memory.html (2026-08-29, quoted)",
      "https://junie.jetbrains.com/docs/agent-skills.html (2026-08-17, quoted)",
      "https://junie.jetbrains.com/docs/junie-cli-subagents.html (2026-06-26)",
      "https://junie.jetbrains.com/docs/junie-cli-hooks.html (2026-09-18, quoted)",
    ],
    instructions: {
      user: block([inUserHome(".junie", "AGENTS.md")], inUserHome(".junie", "AGENTS.md")),
      // It reads only the first one. A new one in its own folder would hide the project's.
      project: block(
        [inProject(".junie", "AGENTS.md"), AGENTS_MD, inProject(".junie", "guidelines.md")],
        AGENTS_MD,
      ),
    },
    skill: { user: userSkill(".junie"), project: projectSkill(".junie") },
    agent: {
      user: own(inUserHome(".junie", "agents", `${AGENT_NAME}.md`), junieAgent),
      project: own(inProject(".junie", "agents", `${AGENT_NAME}.md`), junieAgent),
    },
    // None of its events comes after a tool.
    hook: NOTHING,
  },
  zed: {
    pages: [
      "https://zed.dev/docs/ai/instructions (commit 324dcf38)",
      "https://zed.dev/docs/ai/skills (commit 00111873)",
    ],
    instructions: {
      user: block([inZed("AGENTS.md")], inZed("AGENTS.md")),
      // It reads only the first one.
      project: block(
        [
          ...[".rules", ".cursorrules", ".windsurfrules", ".clinerules"].map((name) => inProject(name)),
          inProject(".github", "copilot-instructions.md"),
          ...["AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"].map((name) => inProject(name)),
        ],
        AGENTS_MD,
      ),
    },
    // The same files as those of Codex.
    skill: { user: userSkill(".agents"), project: projectSkill(".agents") },
    agent: NOTHING,
    hook: NOTHING,
  },
  cline: {
    pages: [
      "https://docs.cline.bot/customization/cline-rules (2026-08-22)",
      "https://docs.cline.bot/customization/skills (2026-08-22)",
      "https://docs.cline.bot/getting-started/config (2026-08-22)",
      "https://docs.cline.bot/features/subagents (2026-08-22)",
      "https://docs.cline.bot/customization/hooks (2026-08-22)",
    ],
    instructions: {
      user: ownInstructions(inCline("rules", "satori.md"), ""),
      project: block([AGENTS_MD], AGENTS_MD),
    },
    skill: { user: skill(inCline), project: projectSkill(".cline") },
    // It documents a folder of agents, but not their format; its own sub-agents have no MCP tools.
    agent: NOTHING,
    // Its documented hooks are plugins in JavaScript.
    hook: NOTHING,
  },
  kilo: {
    pages: [
      "https://kilo.ai/docs/customize/agents-md (commit 57e2e323)",
      "https://kilo.ai/docs/customize/custom-instructions (commit 16126059)",
      "https://kilo.ai/docs/customize/skills (commit 03132cbe)",
      "https://kilo.ai/docs/customize/custom-subagents (commit 16126059)",
      "https://kilo.ai/docs/automate/extending/plugins (commit 1d0dd697)",
    ],
    instructions: {
      user: block([inKilo("AGENTS.md")], inKilo("AGENTS.md")),
      project: block([AGENTS_MD, inProject("AGENT.md"), inProject("CLAUDE.md")], AGENTS_MD),
    },
    skill: { user: userSkill(".kilo"), project: projectSkill(".kilo") },
    agent: {
      user: own(inKilo("agents", `${AGENT_NAME}.md`), opencodeAgent),
      project: own(inProject(".kilo", "agents", `${AGENT_NAME}.md`), opencodeAgent),
    },
    // Its hooks are plugins in JavaScript.
    hook: NOTHING,
  },
  kiro: {
    pages: [
      "https://kiro.dev/docs/steering/ (2026-08-25, quoted)",
      "https://kiro.dev/docs/skills/ (2026-08-25, quoted)",
      "https://kiro.dev/docs/custom-agents/ (2026-08-25, quoted)",
      "https://kiro.dev/docs/custom-agents/configuration-reference/ (2026-09-23, quoted)",
      "https://kiro.dev/docs/hooks/ (2026-10-03, quoted)",
    ],
    instructions: {
      user: ownInstructions(inUserHome(".kiro", "steering", "satori.md"), "---\ninclusion: always\n---\n\n"),
      project: block([AGENTS_MD], AGENTS_MD),
    },
    skill: { user: userSkill(".kiro"), project: projectSkill(".kiro") },
    agent: {
      user: own(inUserHome(".kiro", "agents", `${AGENT_NAME}.md`), kiroAgent),
      project: own(inProject(".kiro", "agents", `${AGENT_NAME}.md`), kiroAgent),
    },
    // What a hook prints after a tool does not reach the agent (kirodotdev/Kiro#10571).
    hook: NOTHING,
  },
  antigravity: {
    pages: [
      "https://antigravity.google/docs/rules (2026-09-25, quoted)",
      "https://antigravity.google/docs/rules-workflows (version 2.0, quoted)",
      "https://antigravity.google/docs/skills (version 2.0, quoted)",
      "https://antigravity.google/docs/subagents (version 2.0, quoted)",
      "https://antigravity.google/docs/hooks (version 2.0, quoted)",
    ],
    instructions: {
      user: block([inUserHome(".gemini", "GEMINI.md")], inUserHome(".gemini", "GEMINI.md")),
      // It reads both: one with the block is enough.
      project: block([AGENTS_MD, inProject("GEMINI.md")], AGENTS_MD),
    },
    skill: { user: userSkill(".gemini", "config"), project: projectSkill(".agents") },
    agent: {
      user: own(inUserHome(".gemini", "config", "agents", `${AGENT_NAME}.md`), antigravityAgent),
      project: own(inProject(".agents", "agents", `${AGENT_NAME}.md`), antigravityAgent),
    },
    // A hook after a tool must print {}, and one before the model is called learns nothing of the tools.
    hook: NOTHING,
  },
};
