/**
 * Makes a process on Linux take the system for macOS: preloaded, so that everything that the product decides
 * by `process.platform` is decided as it would be there. What the system does stays as it is on Linux.
 *
 * Programs in binary form are chosen by platform too: the SQLite driver is loaded before, and ripgrep's
 * package resolves to the one that is installed.
 */
const Module = require("node:module");

const engine = require.resolve("@satori/engine/package.json");
Module.createRequire(engine)("libsql");
const { platform } = process;
Object.defineProperty(process, "platform", { value: "darwin", enumerable: true });

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...others) =>
  resolve(request.replace(/^@vscode\/ripgrep-darwin-/, `@vscode/ripgrep-${platform}-`), ...others);
