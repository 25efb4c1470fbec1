import { spawnSync } from "node:child_process";
import { parseGitConfig } from "../../../libs/engine/src/ignore/git/config.ts";
import { fuzzTarget, textIn } from "../target.ts";

export default fuzzTarget({
  checks: "git configuration: what git accepts is read as git reads it (asks git each time; slow)",
  maxBytes: 256,
  stretchBytes: 0,
  dictionary: [
    "[core]\n",
    "excludesFile = ",
    '[remote "a\\"b"]',
    "\\\n",
    "\\\r\n",
    "# c\n",
    "; c\n",
    '"',
    "\\\\",
    "\\t",
  ],
  run(input) {
    const text = textIn(input);
    // Git gets the text that we read, which is Unicode. It ends strings at NUL, which no file of this format
    // contains.
    if (text.includes("\0") || text.includes("\ufffd")) return;
    const { status, stdout } = spawnSync("git", ["config", "--no-includes", "--file", "-", "--list", "-z"], {
      input: text,
      env: { PATH: process.env["PATH"] },
    });
    if (status !== 0) return;
    const said = stdout.toString("utf8").split("\0").slice(0, -1);
    const read = parseGitConfig(text).map(({ name, value }) => (value === null ? name : `${name}\n${value}`));
    if (JSON.stringify(said) !== JSON.stringify(read))
      throw new Error(`git: ${JSON.stringify(said)}\nhere: ${JSON.stringify(read)}`);
  },
});
