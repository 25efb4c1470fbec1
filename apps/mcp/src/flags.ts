/** The command line of `satori-mcp`. Pure. */
import { parseArgs } from "node:util";
import { SETTINGS, TOOL_SETS, choiceProblem } from "@satori/contracts";

/** Where a server over HTTP listens. */
export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface ServeFlags {
  readonly kind: "serve";
  /** Null for standard input and output. */
  readonly http: Address | null;
  /** As written; null if not given. */
  readonly root: string | null;
  /** Names of tool sets, validated; null if not given. */
  readonly tools: string | null;
  /** Form of answers, validated; null if not given. */
  readonly answers: string | null;
  /** An engine of its own, instead of the local process's. */
  readonly isStandalone: boolean;
  /** Not null if this is to be a local process: the name that lists of processes show. Not for people. */
  readonly localProcess: string | null;
  readonly logLevel: string | null;
  readonly logFormat: string | null;
}

export type Flags =
  | ServeFlags
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "misused"; readonly problem: string };

const DEFAULT_ADDRESS: Address = { host: "127.0.0.1", port: 7411 };

export const USAGE = `satori-mcp: MCP server of Satori, over standard input and output or over HTTP

Usage: satori-mcp [--root DIR] [--tools SETS] [--answers FORM]
                  [--standalone] [--log-level LEVEL] [--log-format FORM]
       satori-mcp --http [--host HOST] [--port PORT] [--root DIR] [--tools SETS]
                  [--answers FORM] [--log-level LEVEL] [--log-format FORM]

  --http             serve http://HOST:PORT/mcp instead; SATORI_ALLOWED_ROOTS lists the
                     folders to serve
  --host HOST        address to listen on; default: ${DEFAULT_ADDRESS.host}. Addresses other than
                     the loopback's require SATORI_HTTP_TOKEN
  --port PORT        default: ${DEFAULT_ADDRESS.port}; 0 for a free port
  --root DIR         base folder of relative paths; default: the client's only
                     root, or the working directory
  --tools SETS       tool sets to offer, separated by commas (${TOOL_SETS.join(", ")});
                     default: core, the six main tools; scope is set_scope, list_paths,
                     search_text and semantic_search;
                     review is change_impact, unused_symbols,
                     type_hierarchy, symbol_history and
                     compare_versions;
                     workspace is list_dir, smart_search, workspace_read and
                     workspace_search over the folders DOCS_ROOT and CODE_ROOT
  --answers FORM     both (default): structured content and the same as JSON text;
                     structured: with one line of text; text: compact text only,
                     for models, without output schemas
  --standalone       keep an engine in this process, instead of sharing one with
                     all other sessions of the same user and settings; implied
                     where CI is set, and by SATORI_WATCH=0
  --log-level LEVEL  debug, info, warn, error or silent; default: warn
  --log-format FORM  json or text; default: json
  --version          print the version and exit
  --help             print this and exit

Settings come from SATORI_* variables and from satori.config.json in SATORI_HOME.
`;

const WITH_VALUE = ["host", "port", "root", "tools", "answers", "log-level", "log-format"] as const;

const WITH_CHOICES = ["tools", "answers", "log-level", "log-format"] as const;
const SETTING_OF = {
  tools: "SATORI_TOOLS",
  answers: "SATORI_ANSWERS",
  "log-level": "SATORI_LOG_LEVEL",
  "log-format": "SATORI_LOG_FORMAT",
} as const;

const OPTIONS = {
  http: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  root: { type: "string" },
  tools: { type: "string" },
  answers: { type: "string" },
  standalone: { type: "boolean" },
  "local-process": { type: "string" },
  "log-level": { type: "string" },
  "log-format": { type: "string" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Parses the command line. An invalid one is `misused`, not an exception. */
export function parseFlags(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.help) return { kind: "help" };
    if (values.version) return { kind: "version" };
    const empty = WITH_VALUE.find((name) => values[name] === "");
    if (empty) return { kind: "misused", problem: `--${empty} requires a value` };
    for (const name of WITH_CHOICES) {
      const problem =
        values[name] === undefined ? null : choiceProblem(SETTINGS[SETTING_OF[name]], values[name]);
      if (problem !== null) return { kind: "misused", problem: `--${name} ${problem}` };
    }
    const http = addressOf(values);
    if (http && "problem" in http) return { kind: "misused", problem: http.problem };
    return {
      kind: "serve",
      http,
      root: values.root ?? null,
      tools: values.tools ?? null,
      answers: values.answers ?? null,
      isStandalone: values.standalone === true,
      localProcess: values["local-process"] ?? null,
      logLevel: values["log-level"] ?? null,
      logFormat: values["log-format"] ?? null,
    };
  } catch (error) {
    // parseArgs throws for unknown flags, missing values and stray words, and says which; sometimes with
    // advice on further lines.
    return {
      kind: "misused",
      problem: (error instanceof Error ? error.message : String(error)).replace(/\.?\s*\n\s*/g, ". "),
    };
  }
}

function addressOf({
  http,
  host,
  port,
}: {
  readonly http?: boolean;
  readonly host?: string;
  readonly port?: string;
}): Address | { readonly problem: string } | null {
  if (!http)
    return host === undefined && port === undefined
      ? null
      : { problem: `--${host === undefined ? "port" : "host"} requires --http` };
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    return { problem: `--port is "${port}", but must be a number from 0 to 65535` };
  // URLs write IPv6 addresses in brackets: [::1].
  return {
    host: host?.replace(/^\[(.*)\]$/, "$1") ?? DEFAULT_ADDRESS.host,
    port: port === undefined ? DEFAULT_ADDRESS.port : Number(port),
  };
}
