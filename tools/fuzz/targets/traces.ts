import { referencesIn } from "../../../libs/engine/src/symbol-history/references.ts";
import { FilesBySuffix, framesIn } from "../../../libs/engine/src/symbol-history/trace-frames.ts";
import { fuzzTarget, textIn } from "../target.ts";

const FILES = new FilesBySuffix(["src/app/run.py", "src/run.py", "run.c", "com/acme/Server.java"]);

export default fuzzTarget({
  checks: "stack traces and commit messages: never throw, frames are in the text, each once",
  dictionary: [
    'File "src/app/run.py", line 12, in run\n',
    "\tat com.acme.Server.start(Server.java:12)\n",
    "    at run (/app/run.js:12:5)\n",
    "main.(*Server).run(0x1)\n\t/app/run.go:12 +0x1d\n",
    "   3: app::run::h0123456789abcdef\n             at ./src/run.rs:12\n",
    "#0  0x55 in run (x=1) at run.c:12\n",
    "  5 run.constprop.0  at run.c:12\n",
    "run.rb:12:in `block in run'\n",
    "Traceback (most recent call last):\n",
    "#12 GH-12 a/b#12 https://host/a/b/pull/12 ",
    "(",
    ")",
  ],
  stretchBytes: 20_000,
  maxSteps: (bytes) => 1_000_000 + 20_000 * bytes,
  run(input) {
    const text = textIn(input);
    const frames = framesIn(text);
    const keys = new Set(frames.map(({ path, line }) => `${path} ${line}`));
    if (keys.size !== frames.length) throw new Error("A frame is listed twice");
    for (const { path, name } of frames) {
      FILES.matching(path);
      if (name !== null && !text.includes(name)) throw new Error(`${name} is not in the text`);
    }
    referencesIn(text);
  },
});
