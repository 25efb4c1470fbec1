/** Entry point of `satori`. Node.js caches the compiled code of everything that is loaded from here on. */
import { keepCompiledCode } from "@satori/engine/compiled-code";

keepCompiledCode(process.env);
const { runCommandLine } = await import("./command-line.ts");
await runCommandLine(new URL("../package.json", import.meta.url));
