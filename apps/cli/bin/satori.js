#!/usr/bin/env node
// First, in words that any Node.js can read: the rest asks for what older ones do not have.
const [major, minor] = process.version.slice(1).split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`satori needs Node.js 20.19 or newer; this is ${process.version.slice(1)}\n`);
  process.exitCode = 1;
} else if (process.argv[2] === "hook") import("../dist/hook.js");
else import("../dist/main.js");
