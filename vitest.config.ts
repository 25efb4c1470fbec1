import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Sources are resolved through the `@satori/source` condition, so unit tests need no build;
// `e2e/` drives the built product and therefore runs after `npm run build` (npm test does both).
const shared = { resolve: { conditions: ["@satori/source"] }, ssr: { resolve: { conditions: ["@satori/source"] } } };

export default defineConfig({
  test: {
    // Vitest leaves one processor to itself, which of two is half: tests of the built product wait for processes most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Files of a worker share what they import: sources are pure, and read once. What a test changes around it, it puts back.
      { ...shared, test: { name: "unit", isolate: false, include: ["libs/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tools/**/*.test.ts", "bench/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      { ...shared, test: { name: "e2e", include: ["e2e/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
    coverage: { provider: "v8", include: ["libs/*/src/**/*.ts", "apps/*/src/**/*.ts"], exclude: ["**/generated/**", "**/testing/**", "**/*.test.ts", "**/*.suite.ts"] },
  },
});
