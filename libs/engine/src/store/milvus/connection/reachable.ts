/**
 * Whether anybody listens at an address, before the SDK is told of it: a channel that cannot connect goes on
 * trying when it is closed.
 */
import { connect } from "node:net";

/** Of Milvus, and of Zilliz Cloud, where an address names none. */
const PORTS = { plain: 19_530, tls: 443 } as const;
/** Behind a proxy the address itself may not be within reach. */
const PROXIES = ["grpc_proxy", "https_proxy", "http_proxy", "GRPC_PROXY", "HTTPS_PROXY", "HTTP_PROXY"];
/** As gRPC says that a service is away. */
const UNAVAILABLE = 14;

/** `host:port`, or a URL. */
export function endpointOf(address: string): { readonly host: string; readonly port: number } {
  const isTls = /^https:/i.test(address);
  const { hostname, port } = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  // A URL leaves out the port that goes with its scheme.
  const usual = isTls ? PORTS.tls : address.endsWith(":80") ? 80 : PORTS.plain;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}

/** Throws an error with gRPC's code where nobody does within the time. */
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
