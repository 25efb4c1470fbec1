/**
 * TLS with a server that is named by an IP address. Such an address may be no name of a server (RFC 6066),
 * and newer versions of Node.js throw where gRPC's library makes it one:
 * https://github.com/grpc/grpc-node/issues/1919.
 */
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { ClientConfig } from "@zilliz/milvus2-sdk-node/dist/milvus/types/Client.js";
import { endpointOf } from "./reachable.ts";
import { loadGrpc } from "./sdk.ts";

/** What the server is called in the handshake; nobody can have it (RFC 2606). */
const NOBODY = "address.invalid";
/** As the SDK has it, but that it connects to nothing before the first call. */
const POOL = { min: 0, max: 10 };

/** A client that is connecting; of a server at an IP address, the certificate has to name that address. */
export async function connectClient(
  Client: typeof MilvusClient,
  config: ClientConfig,
): Promise<MilvusClient> {
  const { host } = endpointOf(config.address);
  if (isIP(host) === 0 || !/^https:/i.test(config.address)) return new Client(config);
  const { credentials } = await loadGrpc();
  const creds = credentials.createSsl(null, null, null, {
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  });
  // The SDK takes no such check: its own credentials are replaced before they are used.
  const client = new Client({
    ...config,
    channelOptions: { ...config.channelOptions, "grpc.ssl_target_name_override": NOBODY },
    pool: POOL,
    __SKIP_CONNECT__: true,
  });
  Object.assign(client, { creds });
  client.connect(Client.sdkInfo.version);
  return client;
}
