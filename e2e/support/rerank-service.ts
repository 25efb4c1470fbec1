/**
 * A local server with the rerank APIs of Voyage, Cohere and Jina that prefers one file and fails on request.
 */
import { type IncomingHttpHeaders, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RerankRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly query: string; readonly documents: readonly string[] };
}

export interface RerankService extends AsyncDisposable {
  /** URL with `/v1` at the end. */
  readonly url: string;
  readonly received: RerankRequest[];
  /** The beginning of the best document's text. */
  preferred: string;
  /** While set, this is the answer to every request. */
  answer: { readonly status: number; readonly body: object } | null;
}

export const RERANK_KEY = "rr-e2e-0123456789abcdef";

export async function startRerankService(): Promise<RerankService> {
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (text += part))
      .on("end", () => {
        const body = JSON.parse(text) as RerankRequest["body"];
        service.received.push({ path: request.url ?? "", headers: request.headers, body });
        const { status, body: answer } = service.answer ?? {
          status: 200,
          body: scoresOf(body, service.preferred),
        };
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: RerankService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: [],
    preferred: "",
    answer: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Scores, best first; in Voyage's format if the request has Voyage's parameter. */
function scoresOf(body: RerankRequest["body"], preferred: string): object {
  const entries = body.documents.map((document, index) => ({
    index,
    relevance_score: document.startsWith(preferred) ? 0.9 : 0.1,
  }));
  entries.sort((left, right) => right.relevance_score - left.relevance_score);
  return "top_k" in body ? { data: entries } : { results: entries };
}
