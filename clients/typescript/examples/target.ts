/**
 * Where the server of an example is, as its last arguments say: an address, or a command and its arguments.
 */
import type { Target } from "@satori/client";

export function targetOf([server = "satori-mcp", ...args]: readonly string[]): Target {
  if (!/^https?:/.test(server))
    return { command: server, args, env: environmentOf("SATORI_HOME"), stderr: "ignore" };
  const { SATORI_HTTP_TOKEN: token } = process.env;
  return { url: server, ...(token === undefined ? {} : { token }) };
}

function environmentOf(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] as string]])),
  );
}
