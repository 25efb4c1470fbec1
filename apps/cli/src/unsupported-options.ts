/**
 * Commands and options of other programs that have other names here, because people try those before reading
 * the help. Pure.
 */
import type { ForeignOptions } from "./command.ts";

/** Commands of other programs, with the command of this one. */
export const FOREIGN_COMMANDS: Readonly<Record<string, string>> = {
  version: "--version",
  ask: "search",
  query: "search",
  find: "search",
  rg: "grep",
  ag: "grep",
  ls: "paths",
  files: "paths",
  tree: "paths",
  cat: "read",
  show: "read",
  view: "read",
  open: "read",
  symbols: "outline",
  refs: "callers",
  references: "callers",
  usages: "callers",
  calls: "callees",
  init: "index",
  add: "index",
  build: "index",
  rebuild: "reindex",
  update: "sync",
  refresh: "sync",
  rm: "clear",
  remove: "clear",
  delete: "clear",
  info: "status",
  codebases: "list",
  explain: "why",
  affected: "impact",
  server: "serve",
  start: "serve",
  ui: "console",
  web: "console",
  gui: "console",
  browse: "console",
  dashboard: "console",
  install: "setup",
  completions: "completion",
  check: "doctor",
};

/** Commands without an equivalent: what to do instead, as a sentence. */
export const FOREIGN_TASKS: Readonly<Record<string, string>> = {
  uninstall: "satori setup CLIENT --remove removes the server from a client, satori clear removes an index",
  watch: "not needed: a search updates the index first",
  config: "settings are SATORI_ variables and satori.config.json; satori doctor shows those in use",
};

/** Other names for options that all commands have. */
export const FOREIGN_OPTIONS: ForeignOptions = {
  "-q": "use --quiet to hide progress and warnings",
  "-j": "use --json",
  "-p": "use --path",
  "-v": "use --version or -V",
  "--color": "use --no-color or FORCE_COLOR=1",
  "--colour": "use --no-color or FORCE_COLOR=1",
};

/** Advice for operators of questions with a dash in front: only `path` can be negated. */
export function adviceOnOperator(word: string): string | undefined {
  const [, key] = /^-(lang|must|exclude):/.exec(word) ?? [];
  if (key === undefined) return undefined;
  const instead = {
    lang: "use -path:'*.js' to exclude files by name",
    must: "use exclude:text to exclude results with a text",
    exclude: "use must:text to keep only results with a text",
  }[key];
  return `only the operator path: can have a dash; ${instead}`;
}

/** Undefined for an unknown command. */
export function adviceOnCommand(word: string): string | undefined {
  if (Object.hasOwn(FOREIGN_TASKS, word)) return FOREIGN_TASKS[word];
  return Object.hasOwn(FOREIGN_COMMANDS, word) ? `use satori ${FOREIGN_COMMANDS[word]}` : undefined;
}

/**
 * Advice for an option. For several short options after one dash, or one with its value attached, the first
 * letter counts.
 */
export function adviceOnOption(option: string, foreign: ForeignOptions): string | undefined {
  const name = Object.hasOwn(foreign, option) ? option : option.startsWith("--") ? "" : option.slice(0, 2);
  return Object.hasOwn(foreign, name) ? foreign[name] : undefined;
}
