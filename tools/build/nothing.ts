/** Replaces modules that dependencies import but that this product never calls. */
export const NOTHING = null;
