/** Number of changes to indexes made by this page; each change makes the views reload. */
import { signal } from "@preact/signals";

export const changes = signal(0);
