import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Sources are resolved through the `@satori/source` condition, so unit tests need no build;
// `e2e/` drives the built product and therefore runs after `npm run build` (npm test does both).
const shared = {
  resolve: { conditions: ["@satori/source"] },
  ssr: { resolve: { conditions: ["@satori/source"] } },
};

/**
 * Tests of the built product first: they take longest, and short files fill up the time in which the last of
 * them end. Mixed with these, they would also end the workers that unit tests share.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return ["e2e", "e2e-shared", "unit"].flatMap((name) =>
      sorted.filter(({ project }) => project.name === name),
    );
  }
}

export default defineConfig({
  test: {
    // Of two processors two more workers use what the others leave: tests of the built product wait for
    // processes most of the time.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Limits are for what hangs: on a machine that is busy with other things a test may take five times as
    // long.
    projects: [
      // Files of a worker share what they import, which is read once; what a test changes around it, it puts
      // back.
      {
        ...shared,
        test: {
          name: "unit",
          isolate: false,
          include: [
            "libs/*/src/**/*.test.ts",
            "clients/*/src/**/*.test.ts",
            "apps/*/src/**/*.test.ts",
            "tools/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          isolate: false,
          include: ["e2e/**/*.test.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      // What has to hold for sessions that share a local process as it does for those with their own.
      {
        ...shared,
        test: {
          name: "e2e-shared",
          isolate: false,
          env: { SATORI_TEST_SHARED: "1" },
          include: [
            "e2e/mcp/{changing-folder,freshness,journey,lean,progress,roots}.test.ts",
            "e2e/processes/crowd.test.ts",
            "e2e/tools/{hostile-reads,scope-sessions}.test.ts",
          ],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["libs/*/src/**/*.ts", "clients/*/src/**/*.ts", "apps/*/src/**/*.ts"],
      exclude: ["**/generated/**", "**/testing/**", "**/*.test.ts", "**/*.suite.ts"],
    },
  },
});
