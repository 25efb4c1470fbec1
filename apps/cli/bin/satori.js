#!/usr/bin/env node
// First, in words that any Node.js can read: the rest asks for what older ones do not have.
const [major, minor] = process.version.slice(1).split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`satori needs Node.js 20.19 or newer; this is ${process.version.slice(1)}\n`);
  process.exitCode = 1;
} else if (process.argv[2] === "hook") import("../dist/hook.js");
else if (process.argv[2] === "impact-comment") import("../dist/impact-comment.js");
else if (process.argv[2] === "mcp" && process.argv[3] !== "--help") {
  process.argv.splice(2, 1);
  import("@satori/mcp").catch((error) => {
    process.stderr.write(`satori: the MCP server does not start: ${error.message}\n`);
    process.exitCode = 3;
  });
} else require("../dist/main.cjs");
