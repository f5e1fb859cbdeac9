// node bench/workflow-crash.ts [scenario...]: kills, freezes and stops processes during workflow runs, and checks their external effects.
import { parseArgs } from 'node:util'
import { crashWorkflow } from '../server/src/testing/workflows/crash-workflow.ts'
import type { CrashPlan } from '../server/src/testing/workflows/crash-workflow.ts'

const timeoutMs = 1_200_000
const effectsOfOne = 6

const scenarios: Record<string, CrashPlan> = {
  'fifty kills': { runs: 5_000, kills: 50, workers: 1, timeoutMs },
  'three power cuts, five kills': { runs: 1_000, kills: 5, postgresCuts: 3, timeoutMs },
  'a clock that jumps': { runs: 1_000, clockJumps: 5, workers: 1, timeoutMs },
  'a frozen worker': { runs: 1_000, freezes: 2, workers: 1, timeoutMs },
  'SIGTERM five times': { runs: 1_000, terms: 5, timeoutMs },
}

const { positionals } = parseArgs({ allowPositionals: true })
let failed = 0
console.log('| scenario | runs | ended | effects | lost | not counted | second copies, counted | unknown until decided | quarantined | s |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [name, plan] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.some((each) => name.includes(each))) continue
  const result = await crashWorkflow(plan)
  const { runs, statuses, effects, lost, uncounted, strangers, repeats, unknown, quarantined, seconds } = result
  const isRight = statuses['success'] === runs && effects === runs * effectsOfOne && lost + uncounted + strangers === 0
  if (!isRight) failed += 1
  const cells = [name, runs, statuses['success'] ?? 0, effects, lost, uncounted, repeats, unknown, quarantined, seconds.toFixed(1)]
  console.log(`| ${cells.join(' | ')} |${isRight ? '' : ` WRONG: ${JSON.stringify(result)}`}`)
}
process.exitCode = failed > 0 ? 1 : 0
