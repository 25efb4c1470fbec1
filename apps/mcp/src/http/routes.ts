/** What is served, and by which methods. Pure. */
import type { Refusal } from "./guards/refusal.ts";

export type RouteName = "mcp" | "healthz" | "readyz" | "metrics";

export interface Route {
  readonly name: RouteName;
  readonly path: string;
  readonly methods: readonly string[];
  /** Whether the token is asked for: always where there is one, or only off the loopback. */
  readonly token: "always" | "off_loopback" | "never";
  /** Whether requests are counted against their client: probes are not. */
  readonly isCounted: boolean;
}

/** No GET of /mcp: there is nothing that the server says unasked, and streams that carry nothing would hold connections. */
const ROUTES: readonly Route[] = [
  { name: "mcp", path: "/mcp", methods: ["POST", "DELETE"], token: "always", isCounted: true },
  { name: "healthz", path: "/healthz", methods: ["GET", "HEAD"], token: "never", isCounted: false },
  { name: "readyz", path: "/readyz", methods: ["GET", "HEAD"], token: "never", isCounted: false },
  { name: "metrics", path: "/metrics", methods: ["GET", "HEAD"], token: "off_loopback", isCounted: true },
];

/** @param target of the request line */
export function routeOf(target: string): Route | null {
  const path = target.split("?", 1)[0];
  return ROUTES.find((route) => route.path === path) ?? null;
}

export function refuseMethod(method: string, { methods }: Route): Refusal | null {
  return methods.includes(method) ? null : { status: 405, message: `Method ${/^[A-Z]{1,20}$/.test(method) ? method : ""} is not allowed here`, headers: { Allow: methods.join(", ") } };
}
