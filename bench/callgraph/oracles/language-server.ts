/** A language server over stdio that finds definitions, references and errors. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join, relative, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BenchmarkError } from "../../support/failure.ts";

/** Zero-based, in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Definition {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly start: Position;
}

/** An error or warning of a file. */
export interface Diagnostic {
  readonly range: { readonly start: Position; readonly end: Position };
  /** 1 is an error. */
  readonly severity: number;
  /** The name of the rule; empty if it has none. */
  readonly rule: string;
  readonly message: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A location or location link of the protocol. */
type Location =
  | { readonly uri: string; readonly range: { readonly start: Position } }
  | { readonly targetUri: string; readonly targetSelectionRange: { readonly start: Position } };

export class LanguageServer implements Disposable {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly waiting = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }
  >();
  private received = Buffer.alloc(0);
  private lastId = 0;
  private lastVersion = 1;

  /** @param configuration the settings that the server receives when it requests them */
  private constructor(
    [file = "", ...args]: readonly string[],
    private readonly root: string,
    private readonly configuration: object,
  ) {
    this.child = spawn(file, args, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
    this.child.on("error", (error) => this.fail(error.message));
    this.child.on("close", () => this.fail("it ended"));
    this.child.stdin.on("error", () => undefined);
    this.child.stdout.on("data", (part: Buffer) => this.receive(part));
  }

  static async start(
    command: readonly string[],
    root: string,
    configuration: object,
  ): Promise<LanguageServer> {
    const server = new LanguageServer(command, root, configuration);
    const rootUri = pathToFileURL(root).href;
    await server.request("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "root" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: {
          definition: { linkSupport: false },
          diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
        },
      },
    });
    server.notify("initialized", {});
    return server;
  }

  open(file: string, languageId: string, text: string): void {
    this.notify("textDocument/didOpen", {
      textDocument: { uri: this.uriOf(file), languageId, version: 1, text },
    });
  }
  /** Gives an open file another text. */
  change(file: string, text: string): void {
    this.notify("textDocument/didChange", {
      textDocument: { uri: this.uriOf(file), version: ++this.lastVersion },
      contentChanges: [{ text }],
    });
  }

  close(file: string): void {
    this.notify("textDocument/didClose", { textDocument: { uri: this.uriOf(file) } });
  }

  /** Definitions of the name at a position of an open file; in the server's order. */
  async definitions(file: string, position: Position): Promise<Definition[]> {
    const found = (await this.request("textDocument/definition", {
      textDocument: { uri: this.uriOf(file) },
      position,
    })) as Location | readonly Location[] | null;
    return [found ?? []].flat().map((location) => {
      const [uri, start] =
        "uri" in location
          ? [location.uri, location.range.start]
          : [location.targetUri, location.targetSelectionRange.start];
      return { path: fileURLToPath(uri).split(sep).join("/"), start };
    });
  }

  /** Places below the root that refer to the name at a position of an open file; paths are relative to it. */
  async references(file: string, position: Position): Promise<Definition[]> {
    const found = (await this.request("textDocument/references", {
      textDocument: { uri: this.uriOf(file) },
      position,
      context: { includeDeclaration: false },
    })) as readonly { readonly uri: string; readonly range: { readonly start: Position } }[] | null;
    return (found ?? []).map(({ uri, range: { start } }) => ({
      path: relative(this.root, fileURLToPath(uri)).split(sep).join("/"),
      start,
    }));
  }

  /** Errors and warnings of an open file, if the server tells them on request. */
  async diagnostics(file: string): Promise<Diagnostic[]> {
    const report = (await this.request("textDocument/diagnostic", {
      textDocument: { uri: this.uriOf(file) },
    })) as { readonly items?: readonly (Diagnostic & { readonly code?: unknown })[] } | null;
    return (report?.items ?? []).map(({ range, severity, message, code }) => ({
      range,
      severity,
      message,
      rule: typeof code === "string" ? code : "",
    }));
  }

  [Symbol.dispose](): void {
    this.child.kill("SIGKILL");
  }

  private uriOf(file: string): string {
    return pathToFileURL(join(this.root, file)).href;
  }

  private request(method: string, params: object): Promise<unknown> {
    const id = ++this.lastId;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
  private notify(method: string, params: object): void {
    this.send({ method, params });
  }
  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private receive(part: Buffer): void {
    this.received = Buffer.concat([this.received, part]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      const length =
        head < 0 ? null : /content-length: (\d+)/i.exec(this.received.toString("latin1", 0, head));
      const end = length ? head + 4 + Number(length[1]) : Number.POSITIVE_INFINITY;
      if (end > this.received.length) return;
      const message = JSON.parse(this.received.toString("utf8", head + 4, end)) as Message;
      this.received = this.received.subarray(end);
      this.take(message);
    }
  }

  private take({ id, method, params, result, error }: Message): void {
    if (id === undefined) return;
    // The server's requests for its settings are answered; all others are confirmed with null.
    if (method !== undefined)
      return this.send({
        id,
        result:
          method === "workspace/configuration" ? (params?.items ?? []).map(() => this.configuration) : null,
      });
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new BenchmarkError(`The language server answered: ${error.message}`));
    else waiting?.resolve(result);
  }

  private fail(why: string): void {
    for (const { reject } of this.waiting.values())
      reject(new BenchmarkError(`The language server did not answer: ${why}.`));
    this.waiting.clear();
  }
}
