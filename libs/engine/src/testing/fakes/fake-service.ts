/**
 * A local service that embeds or reranks: an HTTP server that speaks the protocols of all supported services,
 * and fails on demand.
 */
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeEmbedder } from "../../embed/fake.ts";
import type { HttpContext } from "../../http/post-json.ts";
import { sharedWords } from "../../rerank/fake.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Texts to embed or rerank, taken from the body of any protocol. */
  readonly texts: readonly string[];
}

export interface Reply {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as is, an object as JSON. */
  readonly body: string | object;
}

/**
 * `hang`: never responds. `break`: closes the connection in the middle of a response. Null: responds as the
 * service does.
 *
 * @param count number of requests received, including this one
 */
export type Behaviour = (received: Received, count: number) => Reply | "hang" | "break" | null;

export interface FakeService extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly received: Received[];
  behave: Behaviour;
}

const DIMENSION = 12;

export async function openFakeService(): Promise<FakeService> {
  const words = new FakeEmbedder({ dimension: DIMENSION });
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (text += part))
      .on("end", () => void respond(request.url ?? "", request.headers, text, response));
  });
  const vectorsOf = async (texts: readonly string[]): Promise<number[][]> =>
    (await Promise.all(texts.map((one) => words.embedQuery(one)))).map((vector) => [...vector]);
  const respond = async (
    path: string,
    headers: IncomingHttpHeaders,
    text: string,
    response: ServerResponse,
  ): Promise<void> => {
    const body = JSON.parse(text) as Record<string, unknown>;
    const received = { path, headers, body, texts: textsOf(body) };
    service.received.push(received);
    const reply = service.behave(received, service.received.length);
    if (reply === "hang") return;
    if (reply === "break")
      return void response.writeHead(200, { "content-length": "1000" }).write("{", () => response.destroy());
    const {
      status = 200,
      headers: own = {},
      body: sent,
    } = reply ?? {
      body: path.endsWith("/rerank") ? scoresOf(received) : answerOf(path, await vectorsOf(received.texts)),
    };
    response
      .writeHead(status, { "content-type": "application/json", ...own })
      .end(typeof sent === "string" ? sent : JSON.stringify(sent));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    behave: () => null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Texts in a request's body, for every protocol. */
function textsOf(body: Readonly<Record<string, unknown>>): string[] {
  const requests = body["requests"] as
    | { readonly content: { readonly parts: readonly { readonly text: string }[] } }[]
    | undefined;
  return (
    requests?.map(({ content }) => content.parts[0]?.text ?? "") ??
    (body["input"] as string[] | undefined) ??
    (body["documents"] as string[])
  );
}

/**
 * Response of a reranking service: best first, each entry with the index of its text. The list is called
 * `data` if the request has Voyage's parameter `top_k`, as in Voyage's responses.
 */
export function scoresOf({ body, texts }: Pick<Received, "body" | "texts">): object {
  const entries = texts.map((text, index) => ({
    index,
    relevance_score: sharedWords(String(body["query"]), text),
  }));
  entries.sort((left, right) => right.relevance_score - left.relevance_score);
  return "top_k" in body ? { object: "list", data: entries } : { id: "1", results: entries };
}

/**
 * Response of an embedding service. Entries of `data` are reversed, because clients must order them by index.
 */
export function answerOf(path: string, vectors: readonly (readonly number[])[]): object {
  if (path.endsWith(":batchEmbedContents")) return { embeddings: vectors.map((values) => ({ values })) };
  if (path.endsWith("/api/embed")) return { embeddings: vectors };
  return { data: vectors.map((embedding, index) => ({ index, embedding })).reverse() };
}

/** A clock that advances whenever somebody waits. Requests time out only when the test calls `expire`. */
export class TestTime implements HttpContext {
  now = 1_000_000;
  /** Every wait between two attempts, in milliseconds. */
  readonly waits: number[] = [];
  /** While true, callers keep waiting. */
  isFrozen = false;
  private readonly timeouts = new Set<() => void>();

  readonly nowMs = (): number => this.now;
  readonly random = (): number => 0;

  readonly schedule = (delayMs: number, work: () => void): Disposable => {
    if (TIMEOUTS_MS.has(delayMs)) {
      this.timeouts.add(work);
      return { [Symbol.dispose]: () => void this.timeouts.delete(work) };
    }
    this.waits.push(delayMs);
    let isDisposed = false;
    if (!this.isFrozen) {
      setImmediate(() => {
        if (isDisposed) return;
        this.now += delayMs;
        work();
      });
    }
    return { [Symbol.dispose]: () => void (isDisposed = true) };
  };

  expire(): void {
    for (const work of this.timeouts) work();
  }
}

/** Timeouts of requests: of reranking, of embedding a question, of embedding documents. */
const TIMEOUTS_MS = new Set([5_000, 10_000, 120_000]);
