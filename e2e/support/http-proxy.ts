/** A reverse proxy in front of another server. */
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxyOptions {
  /** Path prefix of the proxied server, such as `/satori`; default none. Other paths are not found. */
  readonly prefix?: string;
  /** Requests wait for this before they are passed on; default nothing. */
  readonly gate?: Promise<void>;
}

export interface HttpProxy extends AsyncDisposable {
  /** URL of the proxied server, including the prefix, without a trailing slash. */
  readonly url: string;
}

/** Passes requests on unchanged, including Host, and streams the answers. @param target URL without a path */
export async function startProxy(
  target: string,
  { prefix = "", gate = Promise.resolve() }: ProxyOptions,
): Promise<HttpProxy> {
  const server = createServer((request, response) => {
    const { url = "", method = "GET", headers } = request;
    if (!url.startsWith(`${prefix}/`)) return void response.writeHead(404).end();
    void gate.then(() => {
      const passedOn = send(`${target}${url.slice(prefix.length)}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      // If the client or the server closes the connection, the other side is closed too.
      passedOn.on("error", () => response.destroy());
      response.on("close", () => passedOn.destroy());
      request.pipe(passedOn);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
