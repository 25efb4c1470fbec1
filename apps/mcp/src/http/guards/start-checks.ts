/** Checks before the server listens: what it may serve, to whom, and where. */
import { realpathSync } from "node:fs";
import { relative, isAbsolute } from "node:path";
import type { ToolSet } from "@satori/contracts";
import type { EngineConfig } from "@satori/engine";
import { StartError, requireFolder } from "../../start-up.ts";
import { isLoopback } from "./admission.ts";

export interface StartChecks {
  /** The host to listen on. */
  readonly host: string;
  readonly config: Pick<EngineConfig, "allowedRoots" | "http" | "workspaceRoots">;
  readonly sets: readonly ToolSet[];
  readonly root: string | null;
}

/** Throws `StartError`. */
export function checkStart({
  host,
  config: { allowedRoots, http, workspaceRoots },
  sets,
  root,
}: StartChecks): void {
  if (allowedRoots.length === 0)
    throw new StartError("SATORI_ALLOWED_ROOTS is not set: over HTTP only the folders it lists are served");
  for (const folder of allowedRoots) requireFolder("SATORI_ALLOWED_ROOTS", folder);
  const served: readonly (readonly [string, string | null])[] = [
    ["--root", root],
    ...(sets.includes("workspace")
      ? ([
          ["DOCS_ROOT", workspaceRoots.docs],
          ["CODE_ROOT", workspaceRoots.code],
        ] as const)
      : []),
  ];
  for (const [name, path] of served) {
    if (
      path !== null &&
      !allowedRoots.some((folder) => isBelow(realpathSync.native(folder), realpathSync.native(path)))
    )
      throw new StartError(`${name} is ${path}, which is outside the folders of SATORI_ALLOWED_ROOTS`);
  }
  const badOrigin = http.origins.find((origin) => !/^https?:\/\/[^/?#@\s]+$/.test(origin));
  if (badOrigin !== undefined)
    throw new StartError(
      `SATORI_ALLOWED_ORIGINS has "${badOrigin}", but origins have the form https://host or ` +
        "http://host:port",
    );
  const badHost = http.hosts.find((name) => !/^[a-z0-9._-]+$|^[0-9a-f:.]+$/.test(name));
  if (badHost !== undefined)
    throw new StartError(
      `SATORI_ALLOWED_HOSTS has "${badHost}", but hosts are names or addresses without a port`,
    );
  if (!isLoopback(host) && http.token === null)
    throw new StartError(
      `${host} can be reached from other machines: set SATORI_HTTP_TOKEN to the token that clients ` +
        "must send, or listen on 127.0.0.1",
    );
}

/** Why a server cannot listen, as an error for the user. */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): StartError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use; choose another one with --port`,
    EACCES: `no permission to listen on port ${port}; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is neither an address nor a known name`,
    EAI_AGAIN: `${host} cannot be resolved`,
  };
  return new StartError(reasons[code] ?? `cannot listen on ${host}:${port} (${code || String(error)})`);
}

/**
 * Ports above 1023 that browsers refuse to connect to, because other protocols use them.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const REFUSED_BY_BROWSERS: readonly number[] = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** The problem with a port that the server can listen on, as a sentence; null if there is none. */
export function portProblem(port: number): string | null {
  return REFUSED_BY_BROWSERS.includes(port)
    ? `browsers refuse to connect to port ${port}, so web pages cannot reach this server; choose ` +
        "another one with --port"
    : null;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../") && !way.startsWith("..\\") && !isAbsolute(way);
}
