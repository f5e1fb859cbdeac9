import { longOnesFirst } from './scripts/long-ones-first.ts'
import { defineConfig } from 'vitest/config'

/** Unit, API and tenant tests of all modules, and the states of screens in a DOM without a server; the end-to-end journeys have their own configuration in `e2e/`. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,web}/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['web/{src,widget}/**/*.test.tsx'],
          environment: 'happy-dom',
          // Each file has a DOM of its own, and React keeps to the one it was loaded in.
          isolate: true,
          environmentOptions: { happyDOM: { url: 'http://localhost:3000' } },
          setupFiles: ['web/src/testing/set-up-dom.ts'],
        },
      },
    ],
    maxWorkers: 3,
    // A larger space for young objects: a tenth less processor time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: longOnesFirst((file) => /\/(crash|access-matrix|malformed-matrix)\.test\.ts$/.test(file)) },
    // One module graph for all files: 1.3 s instead of 14.9 s for 120 API tests. Tests share no state but their server.
    isolate: false,
    // A test that fails once fails the run, in CI too.
    retry: 0,
    // Long sweeps run whole there: scripts/test.mjs.
    testTimeout: process.env['TEST_DEEP'] === '1' ? 900_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
    passWithNoTests: false,
  },
})
