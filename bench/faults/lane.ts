/** Runs case after case in one process, and starts another process if a case crashes or hangs it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LineProcess } from "../support/line-process.ts";
import { environmentIn } from "../support/product.ts";
import type { Case, CaseResult, Operation } from "./cases.ts";
import type { Request } from "./child.ts";
import { CONTROL_BYTES, type CallCounts } from "./control.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface LaneOptions {
  /** Folder of the benchmark. */
  readonly folder: string;
  readonly library: string;
  /** Path of Node.js. */
  readonly node: string;
  readonly signal: AbortSignal;
  /** A case that takes longer counts as hung. */
  readonly maxCaseMs: number;
}

export class Lane implements AsyncDisposable {
  private process: LineProcess | null = null;
  private folder = "";

  constructor(private readonly options: LaneOptions) {}

  async measure(operation: Operation): Promise<{ readonly counts: CallCounts; readonly changes: number }> {
    return JSON.parse(await this.ask({ kind: "measure", operation })) as {
      counts: CallCounts;
      changes: number;
    };
  }

  async try(experiment: Case): Promise<CaseResult> {
    // Starting the process depends on the machine's load and does not count as part of the case.
    await this.begin();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CaseResult>((resolve) => {
      timer = setTimeout(
        () => resolve({ verdict: "hung", detail: `no answer within ${this.options.maxCaseMs} ms`, hits: 1 }),
        this.options.maxCaseMs,
      );
    });
    try {
      const result = await Promise.race([
        this.ask(experiment).then((line) => JSON.parse(line) as CaseResult),
        late,
      ]);
      if (result.verdict === "hung") await this.end();
      return result;
    } catch (error) {
      this.options.signal.throwIfAborted();
      await this.end();
      return { verdict: "crashed", detail: String(error).slice(0, 1_000), hits: 1 };
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(request: Request): Promise<string> {
    return (await this.begin()).ask(JSON.stringify(request));
  }

  private async begin(): Promise<LineProcess> {
    if (this.process) return this.process;
    const begun = this.start();
    await begun.ask(JSON.stringify({ kind: "begin" } satisfies Request));
    this.process = begun;
    return begun;
  }

  private start(): LineProcess {
    const { folder, library, node, signal } = this.options;
    this.folder = mkdtempSync(join(folder, "lane-"));
    const control = join(this.folder, "control");
    writeFileSync(control, Buffer.alloc(CONTROL_BYTES));
    const cases = join(this.folder, "cases");
    mkdirSync(cases);
    const environment = {
      ...environmentIn(this.folder),
      LD_PRELOAD: library,
      FAULTS_CONTROL: control,
      FAULTS_FOLDER: cases,
    };
    return new LineProcess([node, "--expose-gc", "--import", "tsx", CHILD], {
      cwd: ROOT,
      environment,
      signal,
    });
  }

  private async end(): Promise<void> {
    await this.process?.[Symbol.asyncDispose]();
    this.process = null;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
