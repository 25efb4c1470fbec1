/**
 * The participants in the experiment: sessions with servers, commands, an editor, and one rebuild, until the
 * time is over.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Random, below } from "../support/random.ts";
import type { CommandOptions } from "../support/measure.ts";
import type { Known } from "./allowed.ts";
import { runCommand } from "./command.ts";
import type { Editor } from "./editor.ts";
import type { Envelope } from "./exchange.ts";
import { type Plan, anyCommand, anyRequest } from "./requests.ts";
import { Server } from "./server.ts";
import type { Tally } from "./tally.ts";

/** Concurrent requests to one server. */
const LANES = 2;
/** Servers end within a second and a half; on a busy machine, it takes longer to notice. */
const END_PATIENCE_MS = 30_000;
/** How much longer than planned everything continues while the rebuild is running. */
const REBUILD_PATIENCE_MS = 60_000;

/**
 * Longest pauses between two requests of a lane, two commands, and two bursts of edits; the shortest pause is
 * zero.
 */
const PAUSE_MS = 1_000;
const COMMAND_PAUSE_MS = 3_000;
const EDIT_PAUSE_MS = 1_000;
const EDITS_AT_ONCE = 5;
const STATUS_PAUSE_MS = 100;

export interface Scene {
  readonly known: Known & { rebuild: Known["rebuild"] };
  readonly editor: Editor;
  readonly tally: Tally;
  readonly random: Random;
  /** For servers, which log everything, and for commands, which log only problems. */
  readonly serverOptions: CommandOptions;
  readonly commandOptions: CommandOptions;
  readonly seconds: number;
}

export class Actors {
  /** Process ids of the servers that stay, by name. */
  readonly pids = new Map<string, number>();
  serversStarted = 0;
  commandsStarted = 0;
  /** The longest time that a server took to end after its input had ended. */
  slowestEndMs = 0;
  private readonly scene: Scene;
  private readonly endMs: number;

  constructor(scene: Scene) {
    this.scene = scene;
    this.endMs = performance.now() + scene.seconds * 1000;
  }

  get leftMs(): number {
    return Math.max(0, this.endMs - performance.now());
  }

  isOn(): boolean {
    this.scene.serverOptions.signal.throwIfAborted();
    const nowMs = performance.now();
    return (
      nowMs < this.endMs ||
      (this.scene.known.rebuild?.untilMs === Number.POSITIVE_INFINITY &&
        nowMs < this.endMs + REBUILD_PATIENCE_MS)
    );
  }

  /** A server that stays until the end. The first one also runs the rebuild. */
  stay(at: number): Promise<void> {
    const name = `server ${at}`;
    return this.session(name, Number.POSITIVE_INFINITY, (server) => {
      if (server.child.pid !== undefined) this.pids.set(name, server.child.pid);
      return at === 1 ? this.rebuild(name, server) : Promise.resolve();
    });
  }

  /** Servers that start and end, one after the other. */
  async comeAndGo(): Promise<void> {
    const lifeMs = Math.max(3_000, (this.scene.seconds * 1000) / 6);
    for (let at = 1; this.isOn(); at++)
      await this.session(`guest ${at}`, performance.now() + lifeMs, () => Promise.resolve());
  }

  /** Commands, one after the other. */
  async type(at: number): Promise<void> {
    while (this.isOn()) {
      this.commandsStarted++;
      const { words, ...plan } = anyCommand(this.scene);
      await this.ask(`command line ${at}`, plan, ({ tool }) =>
        runCommand(tool, words, this.scene.commandOptions),
      );
      await this.pause(COMMAND_PAUSE_MS);
    }
  }

  async edit(): Promise<void> {
    const { editor, random } = this.scene;
    while (this.isOn()) {
      for (let left = 1 + below(EDITS_AT_ONCE, random); left > 0; left--) editor.edit();
      await this.pause(EDIT_PAUSE_MS);
    }
    editor.finish();
  }

  /** One server, from its start to its end. */
  private async session(
    name: string,
    untilMs: number,
    also: (server: Server) => Promise<void>,
  ): Promise<void> {
    const { tally, serverOptions } = this.scene;
    this.serversStarted++;
    await using server = await Server.start(serverOptions, {
      onLog: (line) => tally.hear(name, line),
      onNoise: (text) => void tally.errors.push(`${name} says ${text}`),
    });
    await Promise.all([
      also(server),
      ...Array.from({ length: LANES }, () => this.lane(name, server, untilMs)),
    ]);
    const { code, tookMs } = await server.end(END_PATIENCE_MS);
    this.slowestEndMs = Math.max(this.slowestEndMs, tookMs);
    if (code !== 0) tally.errors.push(`${name} ended with exit code ${code} after ${Math.round(tookMs)} ms`);
  }

  private async lane(name: string, server: Server, untilMs: number): Promise<void> {
    while (this.isOn() && performance.now() < untilMs) {
      await this.ask(name, anyRequest(this.scene), (plan) => server.call(plan));
      await this.pause(PAUSE_MS);
    }
  }

  /** Rebuilds the index halfway through the experiment. */
  private async rebuild(name: string, server: Server): Promise<void> {
    const { known, seconds, tally } = this.scene;
    await sleep((seconds * 1000) / 2);
    const ask = (args: object): Promise<Envelope | null> =>
      this.ask(name, { kind: "rebuild", tool: "manage_index", args: { path: known.root, ...args } }, (plan) =>
        server.call(plan),
      );
    const begin = (): Promise<Envelope | null> => ask({ action: "reindex", allowUnnecessaryReindex: true });
    const fromMs = performance.now();
    known.rebuild = { fromMs, untilMs: Number.POSITIVE_INFINITY };
    let answer = await begin();
    for (; answer?.status === "not_ready" && this.isOn(); answer = await begin())
      await sleep(answer.retryAfterMs ?? PAUSE_MS);
    if (answer?.status !== "ok") tally.errors.push(`the rebuild did not begin: ${JSON.stringify(answer)}`);
    else
      do await sleep(STATUS_PAUSE_MS);
      while ((await ask({ action: "status" }))?.status === "not_ready");
    known.rebuild = { fromMs, untilMs: performance.now() };
  }

  private async ask(
    who: string,
    plan: Plan,
    put: (plan: Plan) => Promise<Envelope>,
  ): Promise<Envelope | null> {
    const fromMs = performance.now();
    const { tally, serverOptions } = this.scene;
    let envelope: Envelope;
    try {
      envelope = await put(plan);
    } catch (error) {
      serverOptions.signal.throwIfAborted();
      tally.fail(who, plan, error);
      return null;
    }
    await tally.take(plan, {
      who,
      tool: plan.tool,
      args: plan.args,
      envelope,
      fromMs,
      untilMs: performance.now(),
    });
    return envelope;
  }

  private pause(longestMs: number): Promise<void> {
    return sleep(this.scene.random() * longestMs);
  }
}
