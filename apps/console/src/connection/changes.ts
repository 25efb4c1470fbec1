/** How many changes to indexes this page has made: what it shows of them is asked for again. */
import { signal } from "@preact/signals";

export const changes = signal(0);
