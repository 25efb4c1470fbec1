/**
 * Preloaded into a program: changes the machine's host name, like another network for a laptop, or a new
 * container.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.hostname = () => "another-host";
syncBuiltinESMExports();
