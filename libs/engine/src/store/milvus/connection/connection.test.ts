import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { endpointOf, requireListener } from "./connection.ts";

it.each([
  ["127.0.0.1:19530", "127.0.0.1", 19_530],
  ["milvus.example", "milvus.example", 19_530],
  ["http://milvus.example:80", "milvus.example", 80],
  ["http://milvus.example/", "milvus.example", 19_530],
  ["https://in01.example.com", "in01.example.com", 443],
  ["https://in01.example.com:19541", "in01.example.com", 19_541],
  ["[::1]:19530", "::1", 19_530],
])("the endpoint of %s is %s, %d", (address, host, port) =>
  expect(endpointOf(address)).toEqual({ host, port }),
);

it("is told of at once where nobody listens, and where somebody does", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(requireListener(address, 5_000, {})).resolves.toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  await expect(requireListener(address, 5_000, {})).rejects.toMatchObject({
    code: 14,
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

it("does not look behind a proxy", async () => {
  await expect(
    requireListener("127.0.0.1:1", 5_000, { https_proxy: "http://proxy.example:3128" }),
  ).resolves.toBeUndefined();
});
