/** Sees whether anything in this process asks the network. */
import { createHook } from "node:async_hooks";

/** What Node makes for a name to look up, and for a connection of its own or of `fetch`. */
const REQUESTS = new Set([
  "GETADDRINFOREQWRAP",
  "QUERYWRAP",
  "TCPCONNECTWRAP",
  "PIPECONNECTWRAP",
  "UDPSENDWRAP",
]);

export interface NetworkWatch extends Disposable {
  /** What was asked for since it began, in order. */
  readonly requests: readonly string[];
}

export function watchNetwork(): NetworkWatch {
  const requests: string[] = [];
  const hook = createHook({ init: (_, type) => void (REQUESTS.has(type) && requests.push(type)) }).enable();
  return { requests, [Symbol.dispose]: () => void hook.disable() };
}
