/** The registries alone (names, meanings and bounds), without schemas and validators. */
export { STATUSES, GATING_STATUSES, MANAGE_STATUSES } from "./codes/statuses.ts";
export { REASONS, MANAGE_REASONS, NON_OK_REASONS } from "./codes/reasons.ts";
export { WARNINGS, WARNING_CODES } from "./codes/warnings.ts";
export { ERRORS, ERROR_CODES } from "./codes/errors.ts";
export { LIMITS } from "./limits.ts";
export { METRICS } from "./metrics.ts";
export { CONFIG_FILE, FREE_PREFIXES, SETTINGS } from "./settings.ts";
export { CORE_TOOLS, REVIEW_TOOLS, SCOPE_TOOLS, TOOL_NAMES, WORKSPACE_TOOLS } from "./tool-names.ts";
export { TOOLS, TOOL_SETS } from "./tools/index.ts";
