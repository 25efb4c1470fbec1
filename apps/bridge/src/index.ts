/** The extension as pi loads it: the bridge to the server that is installed here. */
import { registerBridge } from "./bridge.ts";
import type { Host } from "./host.ts";
import { startServer } from "./start-server.ts";

export default (pi: Host): void => registerBridge(pi, { startServer });
