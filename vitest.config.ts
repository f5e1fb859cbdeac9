import { FirstTryReporter } from './scripts/first-try-reporter.ts'
import { longOnesFirst } from './scripts/long-ones-first.ts'
import { defineConfig } from 'vitest/config'

/** Unit, API and tenant tests of all rooms; the end-to-end journeys have their own configuration in `e2e/`. */
export default defineConfig({
  test: {
    include: ['{contract,server,web}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['server/src/testing/global-setup.ts'],
    maxWorkers: 3,
    sequence: { sequencer: longOnesFirst((file) => /\/(crash|access-matrix|malformed-matrix)\.test\.ts$/.test(file)) },
    // One module graph for all files: 1.3 s instead of 14.9 s for 120 API tests. Tests share no state but their server.
    isolate: false,
    // Two files at a time share two cores with a database server; what fails once and not again is named in the report.
    retry: 1,
    reporters: ['default', new FirstTryReporter()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
