/**
 * Loads Milvus's SDK and its gRPC library on first use. They are large, and most processes do not need them.
 */
import type * as Grpc from "@grpc/grpc-js";
import type * as Sdk from "@zilliz/milvus2-sdk-node";

export async function loadSdk(): Promise<(typeof Sdk)["default"]> {
  const sdk = namesOf<(typeof Sdk)["default"]>(await import("@zilliz/milvus2-sdk-node"));
  // The logger would write to stdout, which belongs to the protocol.
  sdk.logger.silent = true;
  return sdk;
}

/** The library that the SDK uses for its connections. */
export async function loadGrpc(): Promise<typeof Grpc> {
  return namesOf<typeof Grpc>(await import("@grpc/grpc-js"));
}

/**
 * Exports of a CommonJS module. Bundlers and Node have them as the default export, some loaders as named
 * exports.
 */
function namesOf<Names>(loaded: object): Names {
  return (loaded as { readonly default?: Names }).default ?? (loaded as Names);
}
