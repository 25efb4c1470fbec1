import { describe, expect, it } from "vitest";
import { FilesBySuffix, framesIn } from "./trace-frames.ts";

const framesOf = (trace: string): string[] =>
  framesIn(trace).map(({ path, line, name }) => `${path}:${line} ${name ?? "-"}`);

describe("frames of", () => {
  it.each([
    [
      "Python",
      'Traceback (most recent call last):\n  File "/usr/app/main.py", line 3, in <module>\n    run()\n' +
        '  File "/usr/app/core/run.py", line 12, in run\n    return 1 / 0\nZeroDivisionError: division by zero\n',
      ["/usr/app/core/run.py:12 run", "/usr/app/main.py:3 -"],
    ],
    [
      "pytest",
      "tests/test_a.py:10: in test_a\n    run()\nsrc/run.py:12: in run\n    return x[0]\nE   IndexError\n",
      ["src/run.py:12 run", "tests/test_a.py:10 test_a"],
    ],
    [
      "JavaScript",
      "TypeError: x is not a function\n    at Server.start (/app/src/server.ts:12:5)\n    at /app/main.js:3:1\n",
      ["/app/src/server.ts:12 start", "/app/main.js:3 -"],
    ],
    [
      "Java",
      "java.lang.IllegalStateException\n\tat com.acme.Server.start(Server.java:12)\n\tat com.acme.Main.main(Main.java:3)\n",
      ["com/acme/Server.java:12 start", "com/acme/Main.java:3 main"],
    ],
    [
      "Go",
      "panic: boom\n\ngoroutine 1 [running]:\nexample.org/app.(*Server).run(0xc00001, 0x1)\n\t/app/server.go:12 +0x1d\n" +
        "main.main()\n\t/app/main.go:3 +0x20\n",
      ["/app/server.go:12 run", "/app/main.go:3 main"],
    ],
    [
      "Rust",
      "thread 'main' panicked\n   3: app::server::run::h0123456789abcdef\n             at ./src/server.rs:12:5\n",
      ["./src/server.rs:12 run"],
    ],
    [
      "C#",
      "System.Exception: x\n   at Acme.Server.Start(Int32 port) in C:\\src\\Acme\\Server.cs:line 12\n",
      ["C:/src/Acme/Server.cs:12 Start"],
    ],
    [
      "Ruby",
      "app/server.rb:12:in 'start': x (RuntimeError)\n\tfrom main.rb:3:in '<main>'\n",
      ["app/server.rb:12 start", "main.rb:3 -"],
    ],
    ["PHP", "#0 /app/Server.php(12): Acme\\Server->start()\n#1 {main}\n", ["/app/Server.php:12 start"]],
    [
      "short backtraces",
      "  5 vlog_abort              at lib/vlog.c:1325\n  7 txn_write.constprop.0   at lib/idl.c:3650\n",
      ["lib/vlog.c:1325 vlog_abort", "lib/idl.c:3650 txn_write"],
    ],
    [
      "sanitizers",
      "    #4 0x559891 in btd_debug src/log.c:117\n    #5 0x46abfd in pac_clear profiles/media.c:1096\n",
      ["src/log.c:117 btd_debug", "profiles/media.c:1096 pac_clear"],
    ],
    [
      "valgrind",
      "   at 0x48478EF: run (run.c:12)\n   by 0x56FEF: main (main.c:3)\n",
      ["run.c:12 run", "main.c:3 main"],
    ],
    [
      "gdb",
      "#0  0x000055 in run (x=1) at src/run.c:12\n#1  0x000056 in main () at src/main.c:3\n",
      ["src/run.c:12 run", "src/main.c:3 main"],
    ],
  ])("%s", (_, trace, frames) => expect(framesOf(trace)).toEqual(frames));

  it("lines that no file has are none", () => expect(framesOf(`a.py:${"9".repeat(400)}: x`)).toEqual([]));

  it("text without any are none", () => expect(framesOf("it fails: see docs/a.md and line 12")).toEqual([]));
});

describe("a frame's file", () => {
  const FILES = new FilesBySuffix([
    "setup.py",
    "src/app/run.py",
    "src/other/run.py",
    "tests/run.py",
    "lib/server.rb",
  ]);
  it.each([
    ["/usr/lib/python3/site-packages/app/run.py", ["src/app/run.py"]],
    ["run.py", ["src/app/run.py", "src/other/run.py", "tests/run.py"]],
    ["/home/x/setup.py", ["setup.py"]],
    ["/usr/lib/python3/asyncio/server.rb", []],
    ["server.rb", ["lib/server.rb"]],
    ["./../lib/server.rb", ["lib/server.rb"]],
    ["missing.py", []],
  ])("%s is %j", (written, files) => expect(FILES.matching(written)).toEqual(files));
});
