import { longOnesFirst } from '../scripts/long-ones-first.ts'
import { defineConfig } from 'vitest/config'

/** The journeys in Chromium, against the real server and the built web app. `npm test` builds it and finds Chromium (CHROMIUM_PATH). */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts', 'developer/*.e2e.ts', 'billing/*.e2e.ts', 'knowledge/*.e2e.ts', 'organization/*.e2e.ts'],
    environment: 'node',
    globalSetup: ['harness/global-setup.ts'],
    maxWorkers: 3,
    // One Chromium and one module graph for all files of a worker; each file has organizations and browser contexts of its own.
    isolate: false,
    sequence: { sequencer: longOnesFirst((file) => /\/(screens|screens-account|themes)\.e2e\.ts$/.test(file)) },
    // A test that fails once fails the run, in CI too.
    retry: 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    passWithNoTests: false,
  },
})
