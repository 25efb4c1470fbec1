/**
 * Coding agents with an MCP client of their own, installed from the registry once. Each runs with a fake model
 * that calls tools, and shows what the model is offered and what it reads.
 */
import { join } from "node:path";
import { run } from "../../tools/installed.ts";
import { environmentIn, PATIENCE_MS } from "./environment.ts";
import {
  type FakeModel,
  type ModelRequest,
  type ModelTurn,
  startFakeGemini,
  startFakeModel,
} from "./fake-model.ts";
import { MCP_BIN } from "./mcp-process.ts";
import { newerNode } from "./newer-node.ts";
import { installPackage } from "./npm-package.ts";
import { type Workspace, writeFile } from "./workspace.ts";

export interface Session {
  readonly workspace: Workspace;
  /** The folder of the session. */
  readonly cwd: string;
  /** Arguments of each server, by its name in the agent's settings. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  /** What the model says, turn by turn. */
  readonly turns: readonly ModelTurn[];
  /** `scripts`: the model reaches the tools by scripts only. Default: it calls them itself. */
  readonly calledBy?: "model" | "scripts";
}

/** What the model got during a session. */
export interface ModelView {
  readonly offered: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: unknown;
  }[];
  /** Everything that the model reads before its first turn, as JSON. */
  readonly prompt: string;
  /** What it reads of each call, in the order of its calls. */
  readonly read: readonly string[];
}

export interface Agent {
  /** A tool's name for the model. */
  readonly toolName: (server: string, tool: string) => string;
  /** The texts of an answer as the model reads them. */
  readonly shown: (texts: readonly string[]) => string;
  /** Runs a session to its end. */
  readonly run: (session: Session) => Promise<ModelView>;
}

/** What a session is run with: a command, its environment, and files by their paths. */
interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, object>>;
}

const PROMPT = "Go on.";

/** Null if it cannot be installed. Its binary is in a package of its own for each platform. */
export async function openOpencode(): Promise<Agent | null> {
  if (process.platform === "win32") return null;
  // Runs on every processor.
  const variant = process.arch === "x64" ? "-baseline" : "";
  const folder = await installPackage("opencode", {
    name: `opencode-${process.platform}-${process.arch}${variant}`,
    version: "1.18.33",
    // Fails if the binary is for another libc. It writes to its home.
    check: (inside) =>
      run(join(inside, "bin/opencode"), ["--version"], { env: { ...process.env, HOME: inside } }),
  });
  if (folder === null) return null;
  return {
    toolName: (server, tool) => `${server}_${tool}`,
    shown: (texts) => texts.join("\n\n"),
    run: (session) => runWithOpenai(session, opencodeProgram(join(folder, "bin/opencode"), session)),
  };
}

function opencodeProgram(
  binary: string,
  { workspace, servers, calledBy }: Session,
): (url: string) => Program {
  const settings = workspace.path("opencode.json");
  const mcp = mapped(servers, (args) => ({
    type: "local",
    command: [process.execPath, MCP_BIN, ...args],
    environment: environmentIn(workspace),
    timeout: PATIENCE_MS,
  }));
  return (url) => ({
    command: [binary, "run", "--title", "test", PROMPT],
    environment: {
      OPENCODE_CONFIG: settings,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      ...(calledBy === "scripts" ? { OPENCODE_EXPERIMENTAL_CODE_MODE: "1" } : {}),
    },
    files: {
      [settings]: {
        autoupdate: false,
        share: "disabled",
        model: "fake/fake",
        small_model: "fake/fake",
        enabled_providers: ["fake"],
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: url, apiKey: "none" },
            models: { fake: { name: "fake", tool_call: true, limit: { context: 200_000, output: 8_000 } } },
          },
        },
        mcp,
      },
    },
  });
}

/** The newest pi; null if it, or the Node.js that it requires, cannot be installed. */
export async function openPi(): Promise<Agent | null> {
  const node = await newerNode();
  const folder = await installPackage("pi", { name: "@earendil-works/pi-coding-agent", version: "1.6.0" });
  if (node === null || folder === null) return null;
  return {
    toolName: (server, tool) => `mcp__${server}__${tool}`,
    shown: (texts) => texts.join("\n"),
    run: (session) =>
      runWithOpenai(
        session,
        // The prefix replaces the Node.js that it is given.
        piProgram([...node, process.execPath, join(folder, "dist/bundle/cli.js")], session),
      ),
  };
}

/** pi waits ten seconds for its servers before each prompt: a busy machine takes longer to start them. */
const PI_PROMPTS = Array.from({ length: 12 }, () => PROMPT);

function piProgram(
  pi: readonly string[],
  { workspace, servers, calledBy }: Session,
): (url: string) => Program {
  const home = workspace.path("pi");
  const mcpServers = mapped(servers, (args) => ({
    command: process.execPath,
    args: [MCP_BIN, ...args],
    env: environmentIn(workspace),
    exposure: calledBy === "scripts" ? "codemode" : "direct",
    timeout: PATIENCE_MS / 1_000,
  }));
  return (url) => ({
    command: [...pi, "--no-session", "--provider", "fake", "--model", "fake", "-p", ...PI_PROMPTS],
    environment: { PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1" },
    files: {
      [join(home, "models.json")]: {
        providers: {
          fake: { baseUrl: url, api: "openai-completions", apiKey: "none", models: [{ id: "fake" }] },
        },
      },
      [join(home, "mcp.json")]: { mcpServers },
    },
  });
}

/** Null if it cannot be installed. */
export async function openGemini(): Promise<Agent | null> {
  const folder = await installPackage("gemini", { name: "@google/gemini-cli", version: "0.61.0" });
  if (folder === null) return null;
  return {
    toolName: (server, tool) => `mcp_${server}_${tool}`,
    shown: (texts) => texts.map((text) => `<untrusted_context>\n${text}\n</untrusted_context>`).join("\n"),
    run: (session) => runWithGemini(session, join(folder, "bundle/gemini.js")),
  };
}

async function runWithGemini(session: Session, script: string): Promise<ModelView> {
  await using model = await startFakeGemini();
  const { workspace } = session;
  await runProgram(model, session, {
    command: [
      process.execPath,
      script,
      "--yolo",
      "--skip-trust",
      "--model",
      "gemini-2.5-flash",
      "--prompt",
      PROMPT,
    ],
    environment: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model.url },
    files: {
      [workspace.path("nobody/.gemini/settings.json")]: {
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: "gemini-api-key" } },
        mcpServers: mapped(session.servers, (args) => ({
          command: process.execPath,
          args: [MCP_BIN, ...args],
          env: environmentIn(workspace),
          timeout: PATIENCE_MS,
        })),
      },
    },
  });
  const { contents = [], tools = [] } = model.requests.at(-1) ?? {};
  return {
    offered: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, description, parametersJsonSchema }) => ({
        name,
        description,
        parameters: parametersJsonSchema,
      })),
    prompt: JSON.stringify(model.requests[0]),
    read: contents
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse ? [functionResponse.response] : []))
      .map(({ output, error }) => String(output ?? error)),
  };
}

async function runWithOpenai(session: Session, programOf: (url: string) => Program): Promise<ModelView> {
  await using model = await startFakeModel();
  await runProgram(model, session, programOf(model.url));
  const { messages = [], tools = [] }: Partial<ModelRequest> = model.requests.at(-1) ?? {};
  return {
    offered: tools.map((tool) => tool.function),
    prompt: JSON.stringify(model.requests[0]),
    read: messages.filter(({ role }) => role === "tool").map(({ content }) => String(content)),
  };
}

async function runProgram(
  model: Pick<FakeModel, "turns">,
  { workspace, cwd, turns }: Session,
  { command: [file = "", ...args], environment, files }: Program,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) writeFile(path, JSON.stringify(content));
  model.turns.push(...turns);
  const running = run(file, args, {
    cwd,
    timeout: PATIENCE_MS,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: workspace.path("nobody"),
      ...ONLY_THIS_MACHINE,
      ...environment,
    },
  });
  // Some read their input to its end before they begin.
  running.child.stdin?.end();
  await running;
}

/** Whatever a program tries to reach outside this machine fails at once. */
const ONLY_THIS_MACHINE = {
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
};

function mapped<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
