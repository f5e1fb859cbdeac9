import type { Reporter, TestCase } from 'vitest/node'

/** Shows what was wrong at the first try of tests that passed at the second: without it only their names are told, and the cause is never found. */
export class FirstTryReporter implements Reporter {
  readonly #said: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== 'passed' || !test.diagnostic()?.flaky) return
    const causes = (errors ?? []).map((error) => [error.message, error.diff, error.stack].filter(Boolean).join('\n'))
    this.#said.push(`${test.module.relativeModuleId} > ${test.fullName}\n${causes.join('\n')}`)
  }

  onTestRunEnd(): void {
    for (const each of this.#said) console.error(`\nPassed at the second try: ${each}`)
  }
}
