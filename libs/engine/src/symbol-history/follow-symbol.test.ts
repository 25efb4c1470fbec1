import { describe, expect, it } from "vitest";
import "../testing/trees/no-git-settings.ts";
import { Repository } from "./testing/repository.ts";

const body = (name: string, lines: readonly string[]): string =>
  `def ${name}(queue):\n${lines.map((line) => `    ${line}\n`).join("")}`;
const SEND = ["item = queue.first()", "if item is None:", "    return 0", "queue.send(item)", "return 1"];
const OTHER = body("other", ["queue.close()", "return queue.count()"]);
const withLine = (line: string): string[] => [...SEND.slice(0, 3), line, ...SEND.slice(3)];

describe("the commits of a function", () => {
  it("are those that change its tokens", async () => {
    using repo = new Repository();
    repo.commit("made", { "a.py": body("send", SEND) });
    repo.commit("other above", { "a.py": `${OTHER}\n${body("send", SEND)}` });
    repo.commit("changed", { "a.py": `${OTHER}\n${body("send", withLine("queue.lock()"))}` });
    repo.commit("comment", { "a.py": `${OTHER}\n${body("send", withLine("queue.lock()  # wait"))}` });
    repo.commit("elsewhere", {
      "b.py": OTHER,
      "a.py": `\n${OTHER}\n${body("send", withLine("queue.lock()  # wait"))}`,
    });
    expect(await repo.changes("a.py", "send")).toEqual(["modified changed", "created made"]);
    expect(await repo.history("a.py", "send")).toMatchObject({ layoutOnly: 1, ends: ["created"] });
  });

  it("go on under an older name", async () => {
    using repo = new Repository();
    repo.commit("made", { "a.py": `${OTHER}\n${body("deliver", SEND)}` });
    repo.commit("changed", { "a.py": `${OTHER}\n${body("deliver", withLine("queue.lock()"))}` });
    repo.commit("named", { "a.py": `${OTHER}\n${body("send", withLine("queue.lock()"))}` });
    expect(await repo.changes("a.py", "send")).toEqual([
      "renamed named < a.py:deliver",
      "modified changed",
      "created made",
    ]);
  });

  it("go on in the file that it was moved from, renamed as a whole or not", async () => {
    using repo = new Repository();
    repo.commit("made", { "a.py": `${OTHER}\n${body("send", SEND)}` });
    repo.commit("renamed file", { "a.py": null, "b.py": `${OTHER}\n${body("send", SEND)}` });
    repo.commit("changed", { "b.py": `${OTHER}\n${body("send", withLine("queue.lock()"))}` });
    repo.commit("moved out", { "b.py": OTHER, "c.py": body("send", withLine("queue.lock()")) });
    expect(await repo.changes("c.py", "send")).toEqual([
      "moved moved out < b.py:send",
      "modified changed",
      "moved renamed file < a.py:send",
      "created made",
    ]);
  });

  it("end where another file keeps its own copy", async () => {
    using repo = new Repository();
    repo.commit("made", { "a.py": body("send", SEND) });
    repo.commit("copied", { "b.py": body("send", SEND), "a.py": `${body("send", SEND)}\n${OTHER}` });
    expect(await repo.changes("b.py", "send")).toEqual(["created copied"]);
  });

  it("follow a method out of its class", async () => {
    using repo = new Repository();
    const method = `class Queue:\n${body("send", SEND).replace(/^/gm, "    ").trimEnd()}\n`;
    repo.commit("made", { "a.py": method });
    repo.commit("function", { "a.py": body("send", SEND) });
    expect(await repo.changes("a.py", "send")).toEqual([
      "renamed function < a.py:Queue.send",
      "created made",
    ]);
  });

  it("do not count a file that was only re-indented, but a statement that left its block", async () => {
    using repo = new Repository();
    repo.commit("made", { "a.py": body("send", SEND) });
    repo.commit("wide", { "a.py": body("send", SEND).replaceAll("    ", "        ") });
    repo.commit("out of the block", {
      "a.py": body("send", [...SEND.slice(0, 2), "    pass", "return 0", ...SEND.slice(3)]),
    });
    expect(await repo.changes("a.py", "send")).toEqual(["modified out of the block", "created made"]);
  });

  it("of an overload are its own", async () => {
    using repo = new Repository();
    const overload = (type: string, line: string): string =>
      `  void send(${type} item) {\n    open();\n    ${line}\n    close();\n  }\n`;
    const file = (...methods: string[]): string => `class Queue {\n${methods.join("\n")}}\n`;
    repo.commit("made", { "Q.java": file(overload("int", "a();")) });
    repo.commit("second", { "Q.java": file(overload("int", "a();"), overload("String", "b();")) });
    repo.commit("first changed", { "Q.java": file(overload("int", "aa();"), overload("String", "b();")) });
    const { changes } = await repo.history("Q.java", "Queue.send");
    expect(changes.map(({ kind }) => kind)).toEqual(["modified", "created"]);
  });
});

describe("merges", () => {
  const branch = (repo: Repository): void => {
    repo.commit("made", { "a.py": `${body("send", SEND)}\n${OTHER}` });
    repo.git("switch", "--quiet", "-c", "side");
    repo.commit("on side", { "a.py": `${body("send", withLine("queue.lock()"))}\n${OTHER}` });
    repo.git("switch", "--quiet", "main");
  };

  it("lead to the commits of the side that changed the symbol", async () => {
    using repo = new Repository();
    branch(repo);
    repo.commit("on main", { "a.py": `${body("send", SEND)}\n${OTHER}\n# end\n` });
    repo.git("merge", "--quiet", "--no-edit", "side");
    expect(await repo.changes("a.py", "send")).toEqual(["modified on side", "created made"]);
  });

  it("lead to both sides if both changed it, and count only with lines of their own", async () => {
    using repo = new Repository();
    branch(repo);
    const main = ["queue.open()", ...SEND];
    repo.commit("on main", { "a.py": `${body("send", main)}\n${OTHER}` });
    repo.git("merge", "--quiet", "--no-edit", "side");
    expect(await repo.changes("a.py", "send")).toEqual([
      "modified on main",
      "modified on side",
      "created made",
    ]);
    repo.git("reset", "--quiet", "--hard", "HEAD^1");
    repo.git("merge", "--quiet", "--no-commit", "--no-ff", "side");
    repo.commit("evil merge", {
      "a.py": `${body("send", ["queue.open()", ...withLine("queue.lock(1)")])}\n${OTHER}`,
    });
    expect((await repo.changes("a.py", "send"))[0]).toBe("modified evil merge");
  });

  it("lead to a file that only one side renamed", async () => {
    using repo = new Repository();
    branch(repo);
    repo.git("mv", "a.py", "b.py");
    repo.commit("renamed on main");
    repo.git("merge", "--quiet", "--no-edit", "side");
    expect(await repo.changes("b.py", "send")).toEqual(["modified on side", "created made"]);
  });
});

describe("bounds", () => {
  it("of a range end the history", async () => {
    using repo = new Repository();
    const made = repo.commit("made", { "a.py": body("send", SEND) });
    repo.commit("changed", { "a.py": body("send", withLine("queue.lock()")) });
    const { changes, ends } = await repo.history("a.py", "send", { exclude: made });
    expect([changes.length, ends]).toEqual([1, ["range"]]);
  });
  it("on changes are told", async () => {
    using repo = new Repository();
    for (let at = 0; at < 5; at++)
      repo.commit(`${at}`, { "a.py": body("send", withLine(`queue.lock(${at})`)) });
    const { changes, ends } = await repo.history("a.py", "send", { limits: { changes: 2 } });
    expect([changes.length, ends]).toEqual([2, ["limit"]]);
  });
  it("on the commits of a file are told", async () => {
    using repo = new Repository();
    for (let at = 0; at < 5; at++)
      repo.commit(`${at}`, { "a.py": body("send", withLine(`queue.lock(${at})`)) });
    const { changes, ends } = await repo.history("a.py", "send", { limits: { fileCommits: 3 } });
    expect([changes.length, ends]).toEqual([3, ["limit"]]);
  });
});

it.each(["-dash.py", "with blank.py", "new\nline.py", "größe.py", ":(top)x.py", "[a]*.py"])(
  "follows a symbol in a file called %j",
  async (path) => {
    using repo = new Repository();
    repo.commit("made", { [path]: body("send", SEND) });
    repo.commit("changed", { [path]: body("send", withLine("queue.lock()")) });
    const { changes } = await repo.history(path, "send");
    expect(changes.map(({ kind }) => kind)).toEqual(["modified", "created"]);
  },
);
