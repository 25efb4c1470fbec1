/** Milvus's SDK, loaded by what first needs it: it is large, and most processes have no use for it. */
import type * as Sdk from "@zilliz/milvus2-sdk-node";

export async function loadSdk(): Promise<(typeof Sdk)["default"]> {
  // A CommonJS module: bundlers and Node have its names as the default export alone, some loaders as names alone.
  const loaded: { readonly default?: (typeof Sdk)["default"] } = await import("@zilliz/milvus2-sdk-node");
  const sdk = loaded.default ?? (loaded as (typeof Sdk)["default"]);
  // It would write to stdout, which belongs to the protocol.
  sdk.logger.silent = true;
  return sdk;
}
