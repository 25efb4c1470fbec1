/** Error messages as programs print them, generated from the message texts in code. Pure. */

export interface Message {
  readonly path: string;
  readonly line: number;
  /** As written in the code. */
  readonly source: string;
  /** With its placeholders filled in. */
  readonly printed: string;
}

const EXTENSIONS = /\.(?:py|rb|rs|go|ts|js|java|kt|php|scala|cs|swift|ex|cc|c|h|hs|lua|zig|sh|bash)$/;
/** Code that raises no errors users see, and generated code. */
const OTHER_CODE =
  /(?:^|\/)(?:tests?|specs?|testing|__tests__|examples?|docs?|fixtures?|bench\w*|dist|assets|javascripts|wasm)(?:\/|$)|test|spec|\.min\./i;
const RAISES = /raise |throw |panic|error|exception|bail!|abort|fatal|fail|warn|expect\(/i;
const COMMENT = /^\s*(?:\/\/|#|\*|--|\/\*)/;
const TEXT = /"((?:[^"\\\n]|\\.){18,160})"|'((?:[^'\\\n]|\\.){18,160})'|`((?:[^`\\\n]|\\.){18,160})`/g;
const GAP = /#\{[^}]*\}|\$\{[^}]*\}|\{[^}]*\}|%[a-z@]|\\\([^)]*\)|\$\w+/g;
const VALUES = [
  '"/foo"',
  "42",
  "user_id",
  "main.conf",
  '"bar"',
  "Widget",
  "/tmp/x/data.json",
  "'name'",
  "8080",
  "id=7",
];
const WORDS = { least: 3, most: 18 };
const MAX_GAPS = 3;

/** Messages with placeholders and enough words to be recognized; by line, each text once. */
export function messagesIn(path: string, text: string): Message[] {
  if (!EXTENSIONS.test(path) || OTHER_CODE.test(path)) return [];
  const lines = text.split("\n");
  const found = new Map<string, Message>();
  for (const [at, line] of lines.entries()) {
    if (COMMENT.test(line) || !(RAISES.test(line) || RAISES.test(lines[at - 1] ?? ""))) continue;
    for (const match of line.matchAll(TEXT)) {
      const source = match.slice(1).find((part) => part !== undefined) ?? "";
      if (!found.has(source) && isMessage(source))
        found.set(source, { path, line: at + 1, source, printed: printed(source, at + found.size) });
    }
  }
  return [...found.values()];
}

function isMessage(source: string): boolean {
  const gaps = source.match(GAP)?.length ?? 0;
  const words = source.replace(GAP, " ").match(/[A-Za-z]{2,}/g)?.length ?? 0;
  return (
    gaps >= 1 && gaps <= MAX_GAPS && words >= WORDS.least && words <= WORDS.most && !/\\n|<|http/.test(source)
  );
}

function printed(source: string, seed: number): string {
  let next = seed;
  return source.replace(GAP, () => VALUES[next++ % VALUES.length] as string).replace(/\\(["'`])/g, "$1");
}
