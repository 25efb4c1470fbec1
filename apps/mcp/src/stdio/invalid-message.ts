/** Explains why JSON is not an MCP message, for authors of clients. Pure. */

/**
 * A sentence without its full stop. The only part of the message that it repeats is `jsonrpc`, which is short
 * in any serious attempt.
 */
export function messageProblem(value: unknown): string {
  if (typeof value !== "object" || value === null)
    return `it is ${value === null ? "null" : `a ${typeof value}`}, not an object`;
  if (Array.isArray(value)) return "it is a list, not an object";
  const { jsonrpc, id, method, params } = value as {
    readonly jsonrpc?: unknown;
    readonly id?: unknown;
    readonly method?: unknown;
    readonly params?: unknown;
  };
  if (jsonrpc !== "2.0")
    return typeof jsonrpc === "string"
      ? `jsonrpc is ${JSON.stringify(jsonrpc.slice(0, MAX_SHOWN_CHARS))}, but must be "2.0"`
      : 'jsonrpc must be "2.0"';
  if (id !== undefined && !isId(id)) return "id must be a string or a whole number";
  if ("result" in value || "error" in value) return "it is not a valid MCP response";
  if (typeof method !== "string") return "method must be a string";
  return paramsProblem(params) ?? "it is not a valid MCP message";
}

const MAX_SHOWN_CHARS = 20;

function paramsProblem(params: unknown): string | null {
  if (params === undefined) return null;
  if (!isObject(params)) return "params must be an object";
  const meta = params["_meta"];
  if (meta === undefined) return null;
  if (!isObject(meta)) return "params._meta must be an object";
  return meta["progressToken"] === undefined || isId(meta["progressToken"])
    ? null
    : "params._meta.progressToken must be a string or a whole number";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}
