/** Entry point of `satori-mcp`: from here on Node.js caches compiled code for the next start. */
import { keepCompiledCode } from "@satori/engine/compiled-code";
import { runServer } from "./command-line.ts";

// Windows would look for programs in the working folder first, and a repository may contain a `git.exe`.
if (process.platform === "win32") process.env["NoDefaultCurrentDirectoryInExePath"] = "1";
keepCompiledCode(process.env);
void runServer(new URL("../package.json", import.meta.url));
