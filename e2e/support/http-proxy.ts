/** A server in front of another one, as people put them before what they run. */
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxyOptions {
  /** Below which it has the other one, such as `/satori`; default none. Nothing is found elsewhere. */
  readonly prefix?: string;
  /** What each request waits for before it is passed on; default nothing. */
  readonly gate?: Promise<void>;
}

export interface HttpProxy extends AsyncDisposable {
  /** Of what it has behind it, prefix included, without a slash at the end. */
  readonly url: string;
}

/** Passes requests on as they came, Host and all, and answers as they come. @param target without a path */
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
      // Who has asked goes away, or the server behind does: the other one is told.
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
