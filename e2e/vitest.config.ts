import { FirstTryReporter } from '../scripts/first-try-reporter.ts'
import { longOnesFirst } from '../scripts/long-ones-first.ts'
import { defineConfig } from 'vitest/config'

/** The journeys in Chromium, against the real server and the built web app. `npm test` builds it and finds Chromium (CHROMIUM_PATH). */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    environment: 'node',
    globalSetup: ['harness/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: longOnesFirst((file) => /\/(screens|screens-account|themes)\.e2e\.ts$/.test(file)) },
    // A journey that fails is tried once more: it shares two cores with a server, a browser and another journey. The
    // report still names it as flaky.
    retry: 1,
    reporters: ['default', new FirstTryReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    passWithNoTests: false,
  },
})
