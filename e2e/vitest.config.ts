import { FirstTryReporter } from '../scripts/first-try-reporter.ts'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Small files that take long come first: left for the end, one of them runs alone while the other cores wait. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/(screens|screens-account|themes)\.e2e\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** The journeys in Chromium, against the real server and the built web app. `npm test` builds it and finds Chromium (CHROMIUM_PATH). */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    environment: 'node',
    globalSetup: ['harness/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongOnesFirst },
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
