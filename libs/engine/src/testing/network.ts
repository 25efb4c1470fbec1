/** Detects network requests of this process. */
import { createHook } from "node:async_hooks";

/**
 * Asynchronous resources that Node.js creates for name lookups, and for connections of its own or of `fetch`.
 */
const REQUESTS = new Set([
  "GETADDRINFOREQWRAP",
  "QUERYWRAP",
  "TCPCONNECTWRAP",
  "PIPECONNECTWRAP",
  "UDPSENDWRAP",
]);

export interface NetworkWatch extends Disposable {
  /** Requests since the watch began, in order. */
  readonly requests: readonly string[];
}

export function watchNetwork(): NetworkWatch {
  const requests: string[] = [];
  const hook = createHook({ init: (_, type) => void (REQUESTS.has(type) && requests.push(type)) }).enable();
  return { requests, [Symbol.dispose]: () => void hook.disable() };
}
