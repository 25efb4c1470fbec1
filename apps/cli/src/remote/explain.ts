/** Explains in one sentence why a server did not answer. Pure. */

const NO_TLS = "it does not use TLS: its address begins with http://, not https://";
/**
 * The whole message of fetch for a port that it blocks.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORT = "bad port";
/** Network error codes of Node.js. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing is listening there",
  ECONNRESET: "it closed the connection",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "its host name cannot be resolved",
  ETIMEDOUT: "it does not answer",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
  UND_ERR_SOCKET: "it closed the connection",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  CERT_HAS_EXPIRED: "its certificate has expired",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not from a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not from a trusted authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  // Errors of different versions of the TLS library for an answer that does not use TLS.
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ENOENT: "no such command; addresses begin with http:// or https://",
  EACCES: "no permission to run it",
};
const HTTP: Readonly<Record<number, string>> = {
  404: "no MCP server at that address (404); Satori's path is /mcp",
  405: "no MCP server at that address (405); Satori's path is /mcp",
  429: "it has too many requests right now (429)",
  502: "the proxy in front of it cannot reach it (502)",
  503: "it accepts no requests right now (503)",
  504: "the proxy in front of it cannot reach it (504)",
};
/** Status codes for which the server's own message is more specific: it names the setting to change. */
const TOLD_BY_SERVER: Readonly<Record<number, string>> = { 403: "it rejects this client (403)" };

/** JSON-RPC codes for a missing method or tool, and for invalid arguments. */
export const REFUSED_CALLS: readonly unknown[] = [-32_601, -32_602];

export interface FailedCall {
  /** The last error line of a process that was started; empty if there is none. */
  readonly lastWords: string;
  readonly hasSentToken: boolean;
}

/**
 * The reason for a failed connection or call: the first known cause in the chain of errors, else the
 * innermost message.
 */
export function explainFailure(error: unknown, { lastWords, hasSentToken }: FailedCall): string {
  const chain = causesOf(error);
  for (const { code, message } of chain) {
    if (typeof code === "string" && code in NETWORK) return NETWORK[code] as string;
    if (code === 401)
      return hasSentToken
        ? "it does not accept the token in SATORI_HTTP_TOKEN (401)"
        : "it requires a token: set SATORI_HTTP_TOKEN";
    if (typeof code === "number" && code in HTTP) return HTTP[code] as string;
    if (typeof code === "number" && code >= 400 && code < 600)
      return [TOLD_BY_SERVER[code] ?? `it answered with HTTP status ${code}`, saidIn(message)]
        .filter((part) => part !== null)
        .join(": ");
    if (REFUSED_CALLS.includes(code)) return "it does not speak MCP";
    if (code === -32_001) return "it did not answer in time";
    if (code === -32_000) return lastWords === "" ? "it closed the connection" : `it exited: ${lastWords}`;
  }
  if (chain.some(({ message }) => message === BAD_PORT))
    return (
      "its port is blocked for HTTP, as in browsers, because it belongs to another protocol: run the " +
      "server on another port"
    );
  // The innermost error is the most specific: those around it often only say "fetch failed".
  return (chain.at(-1)?.message ?? String(error)).split("\n")[0] as string;
}

/** The message of a JSON-RPC error that the library's own message quotes; null if there is none. */
function saidIn(message = ""): string | null {
  try {
    const { error } = JSON.parse(message.slice(message.indexOf("{"))) as {
      readonly error?: { readonly message?: unknown };
    };
    return typeof error?.message === "string"
      ? (error.message.split("\n")[0] as string).slice(0, MOST_QUOTED)
      : null;
  } catch {
    return null;
  }
}

/** Characters of a server's message that are shown. */
const MOST_QUOTED = 300;

function causesOf(error: unknown): readonly { readonly code?: unknown; readonly message?: string }[] {
  const chain: { readonly code?: unknown; readonly message?: string }[] = [];
  for (
    let at = error;
    typeof at === "object" && at !== null && chain.length < 10;
    at = (at as { readonly cause?: unknown }).cause
  ) {
    chain.push(at as { readonly code?: unknown; readonly message?: string });
    // If a host has several addresses, the error of the first.
    const [first] = (at as { readonly errors?: readonly unknown[] }).errors ?? [];
    if (typeof first === "object" && first !== null)
      chain.push(first as { readonly code?: unknown; readonly message?: string });
  }
  return chain;
}
