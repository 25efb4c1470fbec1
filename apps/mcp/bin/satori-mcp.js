#!/usr/bin/env node
// First, in words that any Node.js can read: the rest asks for what older ones do not have.
const [major, minor] = process.version.slice(1).split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`satori-mcp needs Node.js 20.19 or newer; this is ${process.version.slice(1)}\n`);
  process.exitCode = 1;
} else require("../dist/main.cjs");
