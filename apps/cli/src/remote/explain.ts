/** Why a server did not answer, in one sentence. Pure. */

const NO_TLS = "it does not use TLS: its address begins with http://, not https://";
/**
 * All that fetch says of a port that it asks for nobody.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORT = "bad port";
/** Of the network, as Node.js calls them. */
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
  // How versions of the TLS library call an answer that is none.
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
/** Refusals of which the server itself says more: which setting of it is to be changed. */
const TOLD_BY_SERVER: Readonly<Record<number, string>> = { 403: "it rejects this client (403)" };

/** What JSON-RPC calls a method, or a tool, that is not there, and arguments that do not fit. */
export const REFUSED_CALLS: readonly unknown[] = [-32_601, -32_602];

export interface FailedCall {
  /** What a process that was started said last; empty if nothing. */
  readonly lastWords: string;
  readonly hasSentToken: boolean;
}

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
  // The innermost says most: what is around it is often no more than "fetch failed".
  return (chain.at(-1)?.message ?? String(error)).split("\n")[0] as string;
}

/**
 * The sentence of a refusal of JSON-RPC, which the library quotes behind words of its own; null where there
 * is none.
 */
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

/** Characters of what a server says. */
const MOST_QUOTED = 300;

function causesOf(error: unknown): readonly { readonly code?: unknown; readonly message?: string }[] {
  const chain: { readonly code?: unknown; readonly message?: string }[] = [];
  for (
    let at = error;
    typeof at === "object" && at !== null && chain.length < 10;
    at = (at as { readonly cause?: unknown }).cause
  ) {
    chain.push(at as { readonly code?: unknown; readonly message?: string });
    // Of several addresses of one host, the first.
    const [first] = (at as { readonly errors?: readonly unknown[] }).errors ?? [];
    if (typeof first === "object" && first !== null)
      chain.push(first as { readonly code?: unknown; readonly message?: string });
  }
  return chain;
}
