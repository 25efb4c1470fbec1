import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RuleSet } from "../../../libs/engine/src/ignore/rule-set.ts";
import { parseRules, toByteString } from "../../../libs/engine/src/ignore/rule.ts";
import { extensionOf } from "../../../libs/engine/src/ignore/wildmatch/shape.ts";
import { fuzzTarget } from "../target.ts";

const NAMES = ["a", "b", "ab", "a.b", "foo.o", "A", "a b", "[a]", "é", "-", "~", "\\", "#a", "!a", " a"];
const folder = repository();

export default fuzzTarget({
  checks: "an ignore file decides about a name as git check-ignore says (asks git each time; slow)",
  maxBytes: 128,
  stretchBytes: 0,
  dictionary: [
    "*",
    "**",
    "?",
    "[a-c]",
    "[!a]",
    "[[:alpha:]]",
    "!",
    "/",
    "\\",
    "\n",
    " ",
    "\r\n",
    "#",
    "foo.o",
  ],
  run(input) {
    // Git before 2.52 treats asterisks after a literal prefix differently from later versions, which this
    // implementation follows.
    if (/[^/\n!]\*\*/.test(Buffer.from(input).toString("latin1"))) return;
    writeFileSync(join(folder, ".gitignore"), input);
    const { stdout, status, stderr } = spawnSync(
      "git",
      ["check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin"],
      {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
        input: NAMES.map((name) => `./${name}\0`).join(""),
      },
    );
    if (status === null || status > 1) throw new Error(`git check-ignore failed: ${stderr}`);
    const fields = stdout.toString("utf8").split("\0");
    const rules = new RuleSet(
      parseRules(input, { kind: "gitignore", file: ".gitignore", base: "" }),
      (path) => path,
    );
    for (const [at, name] of NAMES.entries()) {
      const bytes = toByteString(name);
      const verdict = rules.lastMatch({
        name: bytes,
        extension: extensionOf(bytes),
        folder: "",
        isDirectory: false,
      });
      const [said, here] = [fields[4 * at + 1], verdict?.rule ? String(verdict.rule.line) : ""];
      if (said !== here)
        throw new Error(
          `${JSON.stringify(name)}: git goes by line ${said || "none"}, here it is ${here || "none"}`,
        );
    }
  },
});

function repository(): string {
  const top = mkdtempSync(join(tmpdir(), "satori-fuzz-"));
  for (const name of ["objects", "refs"]) mkdirSync(join(top, ".git", name), { recursive: true });
  writeFileSync(join(top, ".git", "HEAD"), "ref: refs/heads/main\n");
  for (const name of NAMES) writeFileSync(join(top, name), "");
  return top;
}
