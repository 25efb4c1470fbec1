/** `npm run lint`: every check, all of them even if one fails. */
import { LINT_STEPS, runStep } from "./steps.ts";

const failed = LINT_STEPS.filter((step) => !runStep(step));
process.exitCode = failed.length === 0 ? 0 : 1;
