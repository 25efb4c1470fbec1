/**
 * Lets Node.js run the sources directly, worker threads included: they inherit `--import`, and each registers
 * the loader for itself.
 *
 *   node -C @satori/source --import ./tools/source.mjs apps/cli/src/main.ts search "…"
 */
import { register } from "tsx/esm/api";

register();
