import type { ArtifactComparison, ArtifactLanguage } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import type { Waiting } from '../change-artifacts.ts'
import { findArtifact, findVersion } from '../store.ts'
import { askPrepared } from '../verdict/ask-verdict.ts'
import { callableTypes, readConfig } from './call-function.ts'
import { findRunning } from './deployments-store.ts'
import { listInputs } from './inputs-store.ts'
import { runArtifact, runnableOf } from './run-artifact.ts'
import { openSecrets } from './secrets-store.ts'

const mostShown = 20
const longest = 2_000

const clip = (value: Json): string => JSON.stringify(value, null, 1).slice(0, longest)

/** Runs what is deployed and the newest version on the last kept inputs. Neither touches anything. @throws 404, 409 */
export async function compareVersions(platform: Platform, context: Waiting, id: string): Promise<ArtifactComparison> {
  const known = await context.inOrg(async (tx) => {
    const row = found(await findArtifact(tx, id))
    const running = await findRunning(tx, { name: row.name, environment: 'production', types: callableTypes })
    return {
      row,
      running,
      version: found(await findVersion(tx, id, row.version)),
      inputs: await listInputs(platform.keyRing, tx, id),
      config: await readConfig(tx, 'production'),
      secrets: await openSecrets(platform.keyRing, tx, id, 'production'),
    }
  })
  const { row, running, version, inputs, config, secrets } = known
  if (!running) throw conflict('Nothing that runs is deployed in production, so there is nothing to compare with.')
  const reply = await askPrepared(context.org.id, row.language as ArtifactLanguage, version.code)
  if ('refusal' in reply) throw conflict(reply.refusal)
  const next = runnableOf(reply.prepared)
  if (next === null) throw conflict('The code offers no function and no class.')
  const run = async (runnable: string, input: Json): Promise<string> => {
    const result = await runArtifact(context.org.id, runnable, { input, config, secrets })
    return 'output' in result ? clip(result.output) : worded(textOf(result)).message
  }
  const comparison: ArtifactComparison = {
    before: running.version,
    after: row.version,
    inputs: inputs.length,
    compared: 0,
    different: 0,
    differences: [],
  }
  // An endless loop costs a second for each input: after a few of them the answer is clear.
  const until = platform.clock.now().getTime() + 20_000
  for (const input of inputs) {
    if (platform.clock.now().getTime() > until) break
    const [before, after] = [await run(running.runnable ?? '', input), await run(next, input)]
    comparison.compared += 1
    if (before === after) continue
    comparison.different += 1
    if (comparison.differences.length < mostShown) comparison.differences.push({ input: clip(input), before, after })
  }
  context.audit({ targetId: id, targetName: row.name, after: { compared: comparison.compared, different: comparison.different } })
  return comparison
}
