/** What is served, and by which methods. Pure. */
import type { Refusal } from "./guards/refusal.ts";

export type RouteName = "mcp" | "console" | "healthz" | "readyz" | "metrics";

/** The web console, and what it is made of, which it names relative to its own address. */
export const CONSOLE_PAGE = "/";
export const CONSOLE_FOLDER = "/console/";

export interface Route {
  readonly name: RouteName;
  readonly path: string;
  /** What lies below is served, too; with `/` at its end. */
  readonly folder?: string;
  readonly methods: readonly string[];
  /** Whether the token is asked for: always where there is one, or only off the loopback. */
  readonly token: "always" | "off_loopback" | "never";
  /** Whether requests are counted against their client: probes are not. */
  readonly isCounted: boolean;
}

/**
 * No GET of /mcp: there is nothing that the server says unasked, and streams that carry nothing would hold
 * connections.
 */
const ROUTES: readonly Route[] = [
  { name: "mcp", path: "/mcp", methods: ["POST", "DELETE"], token: "always", isCounted: true },
  {
    name: "console",
    path: CONSOLE_PAGE,
    folder: CONSOLE_FOLDER,
    methods: ["GET", "HEAD"],
    token: "never",
    isCounted: true,
  },
  { name: "healthz", path: "/healthz", methods: ["GET", "HEAD"], token: "never", isCounted: false },
  { name: "readyz", path: "/readyz", methods: ["GET", "HEAD"], token: "never", isCounted: false },
  { name: "metrics", path: "/metrics", methods: ["GET", "HEAD"], token: "off_loopback", isCounted: true },
];

const MCP_PLACE = "MCP is at /mcp";

/** Of an address at which nothing is, and of the console where there is no build of it. */
export const NOT_FOUND: Refusal = {
  status: 404,
  message: `Not found: ${MCP_PLACE}, and the web console at /`,
};
export const NO_CONSOLE: Refusal = {
  status: 404,
  message: `Not found: ${MCP_PLACE}; the web console is not built; run npm run build`,
};

/** @param target of the request line */
export function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

/** @param target of the request line */
export function routeOf(target: string): Route | null {
  const path = pathOf(target);
  return (
    ROUTES.find(
      (route) => route.path === path || (route.folder !== undefined && path.startsWith(route.folder)),
    ) ?? null
  );
}

/** Whoever asks the page for what MCP's address does has been given the address of the server alone. */
export function refuseMethod(method: string, { name, methods }: Route): Refusal | null {
  if (methods.includes(method)) return null;
  const asked = /^[A-Z]{1,20}$/.test(method) ? method : "";
  return {
    status: 405,
    message: `Method ${asked} is not allowed here${name === "console" ? `: ${MCP_PLACE}` : ""}`,
    headers: { Allow: methods.join(", ") },
  };
}
