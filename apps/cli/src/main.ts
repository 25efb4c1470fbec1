/** Entry point of `satori`. Node.js caches the compiled code of the engine and of rarely used parts. */
import { keepCompiledCode } from "@satori/engine/compiled-code";
import { runCommandLine } from "./command-line.ts";

// Windows would look for programs in the working folder first, and a repository may contain a `git.exe`.
if (process.platform === "win32") process.env["NoDefaultCurrentDirectoryInExePath"] = "1";
keepCompiledCode(process.env);
void runCommandLine(new URL("../package.json", import.meta.url));
