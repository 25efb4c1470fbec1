/**
 * Loaded before a program: the machine has another name, as a laptop in another network has, or the next
 * container.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.hostname = () => "another-host";
syncBuiltinESMExports();
