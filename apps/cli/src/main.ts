/** Entry of `satori`: what Node.js compiles from here on, it keeps for the next command. */
import { keepCompiledCode } from "@satori/engine/compiled-code";

keepCompiledCode(process.env);
const { runCommandLine } = await import("./command-line.ts");
await runCommandLine(new URL("../package.json", import.meta.url));
