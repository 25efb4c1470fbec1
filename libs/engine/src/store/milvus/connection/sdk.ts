/**
 * Milvus's SDK and the library below it, loaded by what first needs them: they are large, and most processes
 * have no use for them.
 */
import type * as Grpc from "@grpc/grpc-js";
import type * as Sdk from "@zilliz/milvus2-sdk-node";

export async function loadSdk(): Promise<(typeof Sdk)["default"]> {
  const sdk = namesOf<(typeof Sdk)["default"]>(await import("@zilliz/milvus2-sdk-node"));
  // It would write to stdout, which belongs to the protocol.
  sdk.logger.silent = true;
  return sdk;
}

/** What the SDK makes its connections of. */
export async function loadGrpc(): Promise<typeof Grpc> {
  return namesOf<typeof Grpc>(await import("@grpc/grpc-js"));
}

/**
 * Of a CommonJS module: bundlers and Node have its names as the default export alone, some loaders as names
 * alone.
 */
function namesOf<Names>(loaded: object): Names {
  return (loaded as { readonly default?: Names }).default ?? (loaded as Names);
}
