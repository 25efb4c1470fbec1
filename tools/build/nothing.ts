/** Stands for modules that dependencies import and that nothing of ours calls. */
export const NOTHING = null;
