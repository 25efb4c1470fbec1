/** go/types as the judge of a Go module. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type Interface, createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { BenchmarkError } from "../../support/failure.ts";
import type { Judge, Mutation, Verdict } from "../mutation.ts";

const PROGRAM = ["main.go", "project.go", "mutations.go", "judge.go"].map((name) =>
  fileURLToPath(new URL(`go/${name}`, import.meta.url)),
);

/** @param go the command */
export async function goJudge(root: string, go: string): Promise<Judge> {
  const child = spawn(go, ["run", ...PROGRAM, root], {
    cwd: root,
    env: { ...process.env, CGO_ENABLED: "0" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const files = new Set<string>();
  const mutations: Mutation[] = [];
  const output = lines[Symbol.asyncIterator]();
  for (;;) {
    const line = await nextOf(output);
    if (line === "") break;
    const entry = JSON.parse(line) as Mutation | { readonly file: string };
    if ("mutation" in entry) mutations.push(entry);
    else files.add(entry.file);
  }
  return new GoJudge(child, lines, output, files, mutations);
}

class GoJudge implements Judge {
  constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: Interface,
    private readonly output: AsyncIterator<string>,
    readonly files: ReadonlySet<string>,
    readonly mutations: readonly Mutation[],
  ) {}

  async judge(
    mutations: readonly Mutation[],
    told: (mutation: Mutation, verdict: Verdict) => void,
  ): Promise<void> {
    for (const mutation of mutations) {
      this.child.stdin.write(`${JSON.stringify(mutation)}\n`);
      told(mutation, JSON.parse(await nextOf(this.output)) as Verdict);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lines.close();
    this.child.stdin.end();
    this.child.kill();
    return Promise.resolve();
  }
}

async function nextOf(output: AsyncIterator<string>): Promise<string> {
  const { done, value } = await output.next();
  if (done) throw new BenchmarkError("The Go program ended before it had judged all mutations.");
  return value;
}
