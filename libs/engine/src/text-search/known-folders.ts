/**
 * Which folders of a tree the ignore policy leaves out, and whether ripgrep reads the ignore files of all others as the policy
 * does. Found by listing every folder that is not ignored, and kept: as long as no folder and no ignore file has changed, a
 * look at their times tells as much, in a tenth of the time.
 */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { throwIfAborted } from "../errors.ts";
import { ControlFileReader, NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { literalPattern } from "../ignore/path-matcher.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { isPlainFile, rulesOf } from "./plain-rules.ts";

/** Looks after which other work of the process gets its turn. */
const LOOKS_A_TURN = 200;
/** Trees that are kept; the one that was asked about longest ago goes. */
const MAX_TREES = 16;
/** What is younger may change again without its times telling. */
const SETTLING_MS = 2_000;

export interface TreeInput {
  readonly root: string;
  readonly policy: IgnorePolicy;
  /** Changes with the rules from outside the tree. */
  readonly signature: string;
  /** Folders to begin in, relative to the root; empty for the root. */
  readonly starts: readonly string[];
}

export interface FolderFacts {
  /** The ignored folders, as gitignore lines. */
  readonly ignored: readonly string[];
  /** False where an ignore file says something that ripgrep takes otherwise. */
  readonly isWellRead: boolean;
}

/** Path → size and times, of folders and ignore files. */
type Looks = ReadonlyMap<string, string>;

interface KnownTree {
  readonly key: string;
  readonly looks: Looks;
  readonly facts: FolderFacts;
}

/** One for all searches of a process; a tree is known by its root. */
export class KnownFolders {
  readonly #trees = new Map<string, KnownTree>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Throws `CANCELLED`. */
  async factsOf(input: TreeInput, signal: AbortSignal | undefined): Promise<FolderFacts> {
    const key = JSON.stringify([input.signature, input.starts]);
    const known = this.#trees.get(input.root);
    this.#trees.delete(input.root);
    const isSame = known?.key === key && (await looksSame(known.looks, signal));
    const tree = isSame ? known : await new FolderWalk(input, key, this.#nowMs() - SETTLING_MS).tree(signal);
    if (tree.looks.size > 0) this.#trees.set(input.root, tree);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > MAX_TREES && oldest !== undefined) this.#trees.delete(oldest);
    return tree.facts;
  }
}

async function looksSame(looks: Looks, signal: AbortSignal | undefined): Promise<boolean> {
  let looked = 0;
  for (const [path, look] of looks) {
    if (++looked % LOOKS_A_TURN === 0) await turn(signal);
    if (lookAt(path)?.look !== look) return false;
  }
  return true;
}

async function turn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throwIfAborted(signal);
}

function lookAt(path: string): { look: string; changedMs: number } | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : { look: `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`, changedMs: Math.max(stats.mtimeMs, stats.ctimeMs) };
}

/** A folder that is not ignored. */
interface Pending {
  readonly path: string;
  /** Its rules, by whether it has a control file of a name. */
  readonly scopeOf: (has: (name: string) => boolean) => DirectoryScope;
}

class FolderWalk {
  readonly #looks = new Map<string, string>();
  readonly #ignored: string[] = [];
  #isWellRead = true;
  #isSettled = true;

  constructor(private readonly input: TreeInput, private readonly key: string, private readonly settledMs: number) {}

  async tree(signal: AbortSignal | undefined): Promise<KnownTree> {
    const pending = this.input.starts.flatMap((start): Pending[] => {
      const scope = this.input.policy.scopeAt(start);
      return scope === null ? [] : [{ path: start, scopeOf: () => scope }];
    });
    let looked = 0;
    for (let folder = pending.pop(); folder; folder = pending.pop()) {
      if (++looked % LOOKS_A_TURN === 0) await turn(signal);
      pending.push(...this.#openFolders(folder));
    }
    return { key: this.key, looks: this.#isSettled ? this.#looks : new Map(), facts: { ignored: this.#ignored, isWellRead: this.#isWellRead } };
  }

  #openFolders({ path, scopeOf }: Pending): Pending[] {
    const folder = join(this.input.root, path);
    // Before it is listed: what changes meanwhile makes it look otherwise the next time.
    this.#note(folder);
    const entries = entriesOf(folder);
    for (const { name } of entries) if (NESTED_CONTROL_FILES.has(name)) this.#readControlFile(join(folder, name), name);
    const scope = scopeOf((name) => entries.some((entry) => entry.name === name));
    return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }): Pending[] => {
      const below = path === "" ? name : `${path}/${name}`;
      if (!scope.verdict(name, "directory").ignored) {
        return [{ path: below, scopeOf: (has) => scope.enter(name, { gitignore: has(".gitignore"), satoriignore: has(".satoriignore") }) }];
      }
      // A list of lines cannot name such a folder: it is looked into, and what is found there does not count.
      if (!/[\n\r\ufffd]/.test(below)) this.#ignored.push(`/${literalPattern(below)}/`);
      return [];
    });
  }

  #readControlFile(path: string, name: string): void {
    this.#note(path);
    const layer = NESTED_CONTROL_FILES.get(name) ?? "gitignore";
    const content = new ControlFileReader().read({ path, label: path, layer });
    if (layer === "satoriignore") this.#isWellRead &&= content === null || rulesOf(content)?.every(({ negated }) => !negated) === true;
    else this.#isWellRead &&= content !== null && isPlainFile(content);
  }

  #note(path: string): void {
    const look = lookAt(path);
    if (look === null || look.changedMs > this.settledMs) this.#isSettled = false;
    else this.#looks.set(path, look.look);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
