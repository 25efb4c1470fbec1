/** Entry point of `satori`. Node.js caches the compiled code of everything that is loaded from here on. */
import { keepCompiledCode } from "@satori/engine/compiled-code";

// Windows would look for programs in the working folder first, and a repository may contain a `git.exe`.
if (process.platform === "win32") process.env["NoDefaultCurrentDirectoryInExePath"] = "1";
keepCompiledCode(process.env);
const { runCommandLine } = await import("./command-line.ts");
await runCommandLine(new URL("../package.json", import.meta.url));
