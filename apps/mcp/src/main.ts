/** Entry point of `satori-mcp`: from here on Node.js caches compiled code for the next start. */
import { keepCompiledCode } from "@satori/engine/compiled-code";

keepCompiledCode(process.env);
const { runServer } = await import("./command-line.ts");
await runServer(new URL("../package.json", import.meta.url));
