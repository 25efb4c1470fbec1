/** The routes, and the methods that each allows. Pure. */
import type { Refusal } from "./guards/refusal.ts";

export type RouteName = "mcp" | "console" | "healthz" | "readyz" | "metrics";

/**
 * The web console's page and the folder of its files, which the page refers to relative to its own address.
 */
export const CONSOLE_PAGE = "/";
export const CONSOLE_FOLDER = "/console/";

export interface Route {
  readonly name: RouteName;
  readonly path: string;
  /** A folder whose contents the route serves too; ends with `/`. */
  readonly folder?: string;
  readonly methods: readonly string[];
  /** Whether the token is required: always if one is set, only off the loopback, or never. */
  readonly token: "always" | "off_loopback" | "never";
  /** Whether requests count against their client; probes do not. */
  readonly isCounted: boolean;
}

/**
 * /mcp has no GET: the server never sends anything without a request, and idle streams would occupy
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

/** Answers for an unknown address, and for the console if it was not built. */
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

/**
 * The answer to a method that a route does not allow. MCP requests to the console page were probably sent to
 * the server's address without /mcp, so the message names it.
 */
export function refuseMethod(method: string, { name, methods }: Route): Refusal | null {
  if (methods.includes(method)) return null;
  const asked = /^[A-Z]{1,20}$/.test(method) ? method : "";
  return {
    status: 405,
    message: `Method ${asked} is not allowed here${name === "console" ? `: ${MCP_PLACE}` : ""}`,
    headers: { Allow: methods.join(", ") },
  };
}
