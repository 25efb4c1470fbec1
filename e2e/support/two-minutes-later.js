/** Loaded first into a process of the product: its clock is two minutes ahead. */
const now = Date.now.bind(Date);
Date.now = () => now() + 120_000;
