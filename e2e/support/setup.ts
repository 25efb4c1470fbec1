/** `satori setup` for tests of the server's entry. */
import type { Cli } from "./cli.ts";

/** Sets up the server alone: `cli/setup-guidance.test.ts` is about the other parts. */
export function onlyServer(cli: Cli): Cli {
  const withOption = (args: readonly string[]): readonly string[] =>
    args[0] === "setup" && args[1]?.startsWith("-") === false ? [...args, "--only", "server"] : args;
  return Object.assign((...[args, options]: Parameters<Cli>) => cli(withOption(args), options), cli);
}
