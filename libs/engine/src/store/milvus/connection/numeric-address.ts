/**
 * TLS with a server at an IP address. Such an address must not be sent as a server name (RFC 6066), and newer
 * versions of Node.js throw when gRPC's library does so: https://github.com/grpc/grpc-node/issues/1919.
 */
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { ClientConfig } from "@zilliz/milvus2-sdk-node/dist/milvus/types/Client.js";
import { endpointOf } from "./reachable.ts";
import { loadGrpc } from "./sdk.ts";

/** Server name for the handshake; reserved, so that no server has it (RFC 2606). */
const NOBODY = "address.invalid";
/** The SDK's defaults, except that it does not connect before the first call. */
const POOL = { min: 0, max: 10 };

/** A connecting client. For a server at an IP address, the certificate must contain that address. */
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
  // The SDK has no option for this check, so its credentials are replaced before they are used.
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
