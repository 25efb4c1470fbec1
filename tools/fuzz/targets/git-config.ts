import { parseGitConfig } from "../../../libs/engine/src/ignore/git/config.ts";
import { fuzzTarget, textIn } from "../target.ts";

export default fuzzTarget({
  checks: "git configuration: never throws, and makes no more text than there is",
  dictionary: [
    "[core]\n",
    "[include]\npath = ",
    "excludesFile = ",
    '[remote "a\\"b"]',
    "\\\n",
    "\\\r\n",
    "\ufeff",
    "# c\n",
    "; c\n",
  ],
  run(input) {
    const text = textIn(input);
    const entries = parseGitConfig(text);
    const size = entries.reduce((sum, { value }) => sum + 1 + (value?.length ?? 0), 0);
    if (size > text.length) throw new Error(`${size} characters out of ${text.length}`);
    for (const { name } of entries)
      if (!name.includes(".")) throw new Error(`A name without a section: ${name}`);
  },
});
