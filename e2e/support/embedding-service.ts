/** A local server with OpenAI's embeddings API that fails on request. */
import { type IncomingHttpHeaders, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export interface EmbeddingService extends AsyncDisposable {
  /** Settings with which a process of the product uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Texts that it has embedded, in order. */
  readonly embedded: string[];
  readonly headers: IncomingHttpHeaders[];
  /** While set, every request is refused. */
  refusal: Refusal | null;
  /** Number of texts that it still embeds before it closes all connections, as if its process were killed. */
  textsLeft: number;
  /** While set, requests wait for it before they are answered. */
  hold: Promise<void> | null;
  /** Makes it answer again, on the same port. */
  revive(): Promise<void>;
}

const DIMENSION = 16;
export const SERVICE_KEY = "sk-e2e-0123456789abcdef";

export async function startEmbeddingService(): Promise<EmbeddingService> {
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (text += part))
      .on("end", async () => {
        await service.hold;
        // The client has gone meanwhile.
        if (request.socket.destroyed) return;
        service.headers.push(request.headers);
        const { input } = JSON.parse(text) as { readonly input: readonly string[] };
        if (service.refusal) {
          const { status, message } = service.refusal;
          return void response
            .writeHead(status, { "content-type": "application/json" })
            .end(JSON.stringify({ error: { message } }));
        }
        if (service.textsLeft < input.length) {
          server.close();
          return server.closeAllConnections();
        }
        service.textsLeft -= input.length;
        service.embedded.push(...input);
        const data = input.map((one, index) => ({ index, embedding: vectorOf(one) }));
        return void response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ data }));
      });
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const service: EmbeddingService = {
    environment: {
      SATORI_EMBEDDER: "openai",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: SERVICE_KEY,
      OPENAI_MODEL: "fake-1",
    },
    embedded: [],
    headers: [],
    refusal: null,
    textsLeft: Number.POSITIVE_INFINITY,
    hold: null,
    revive: async () => {
      service.textsLeft = Number.POSITIVE_INFINITY;
      if (!server.listening) await listen(port);
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** A vector for a text: the sum of its words' vectors, each determined by the codes of its letters. */
function vectorOf(text: string): number[] {
  const sum = Array.from({ length: DIMENSION }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    let seed = 7;
    for (const letter of word) seed = (seed * 31 + letter.charCodeAt(0)) % 65_521;
    for (let axis = 0; axis < DIMENSION; axis++) sum[axis] = (sum[axis] ?? 0) + Math.sin(seed * (axis + 1));
  }
  return sum;
}
