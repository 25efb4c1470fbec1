/** Entry of `satori-mcp`: Node.js keeps what it compiles from here on for the next start. */
import { keepCompiledCode } from "@satori/engine/compiled-code";

keepCompiledCode(process.env);
const { runServer } = await import("./command-line.ts");
await runServer(new URL("../package.json", import.meta.url));
