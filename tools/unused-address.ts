/** Addresses for tests: for servers that do not choose a port themselves, and for servers that are down. */
import { createServer } from "node:net";

/** An address on loopback on which nothing listens. */
export function unusedAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .on("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { address, port } = server.address() as { readonly address: string; readonly port: number };
        server.close(() => resolve(`${address}:${port}`));
      });
  });
}
