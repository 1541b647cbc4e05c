// Four suites: unit tests beside the source, end-to-end tests on real ports, the slow ones that only CI runs, and conformance: our
// table of the protocol's requirements, and the official kits where they are.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/architecture.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/security/**/*.test.ts', 'test/docs/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], testTimeout: 600_000 } },
      { test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 120_000 } },
    ],
  },
});
