/** `npm run lint`: runs every check, even if one fails. */
import { LINT_STEPS, runSteps } from "./steps.ts";

process.exitCode = (await runSteps(LINT_STEPS)).every(Boolean) ? 0 : 1;
