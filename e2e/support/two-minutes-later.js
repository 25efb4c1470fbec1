/** Preloaded into a process of the product: sets its clock two minutes ahead. */
const now = Date.now.bind(Date);
Date.now = () => now() + 120_000;
