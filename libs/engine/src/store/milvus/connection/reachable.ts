/**
 * Checks that a server listens at an address before the SDK connects to it, because the SDK's channel keeps
 * trying to connect even after it is closed.
 */
import { connect } from "node:net";

/** Default ports of Milvus and of Zilliz Cloud. */
const PORTS = { plain: 19_530, tls: 443 } as const;
/** Behind a proxy the address may not be reachable directly. */
const PROXIES = ["grpc_proxy", "https_proxy", "http_proxy", "GRPC_PROXY", "HTTPS_PROXY", "HTTP_PROXY"];
/** gRPC's code for an unavailable service. */
const UNAVAILABLE = 14;

/** Host and port of `host:port`, or of a URL. */
export function endpointOf(address: string): { readonly host: string; readonly port: number } {
  const isTls = /^https:/i.test(address);
  const { hostname, port } = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  // A URL omits the default port of its scheme.
  const usual = isTls ? PORTS.tls : address.endsWith(":80") ? 80 : PORTS.plain;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}

/** Throws an error with gRPC's code if no server accepts a connection in time. */
export async function requireListener(
  address: string,
  timeoutMs: number,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (PROXIES.some((name) => environment[name])) return;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(endpointOf(address));
    const fail = (reason: string): void => {
      socket.destroy();
      reject(Object.assign(new Error(reason), { code: UNAVAILABLE }));
    };
    socket.setTimeout(timeoutMs, () => fail(`no answer within ${timeoutMs} ms`));
    socket.on("error", ({ message }) => fail(message));
    socket.on("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
