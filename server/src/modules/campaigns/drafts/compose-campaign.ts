import type { z } from 'zod'
import type { Composition } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findRuns, hiddenResult, queueRun, runFor } from '../../runs/index.ts'
import { campaignTask, readWritten } from './agent-texts.ts'

type Shown = z.infer<typeof Composition>

/** Has an agent write the message of a campaign by a normal run. @throws 404; 409 if the agent does not run. */
export async function composeCampaign(
  platform: Platform,
  { tx, actor, caller, key, may, audit }: OrgContext,
  { agentId, brief, channel }: { agentId: string; brief: string; channel: Channel },
): Promise<Shown> {
  const runId = await queueRun(platform, tx, {
    agentId,
    input: campaignTask(channel, brief),
    trigger: 'campaign',
    startedBy: actor.name,
    startedByUser: caller.userId,
    startedByKey: key?.id ?? null,
  })
  audit({ targetId: agentId, after: { runId } })
  return readComposition({ tx, may }, runId)
}

/** @throws 404. */
export async function readComposition({ tx, may }: Pick<OrgContext, 'tx' | 'may'>, runId: string): Promise<Shown> {
  const found = (await findRuns(tx, [runId])).get(runId)
  const run = found && runFor(may, found)
  if (!run || typeof run.input !== 'object' || run.input === null || !('brief' in run.input)) throw notFound()
  const texts = run.status === 'completed' ? readWritten(run.output ?? '') : null
  return {
    runId,
    status: run.status,
    costMicros: run.costMicros,
    subject: texts?.subject ?? '',
    html: texts?.html ?? '',
    text: texts?.body ?? '',
    message: run.isHidden
      ? hiddenResult
      : (run.error?.message ?? (run.status === 'completed' && !texts ? 'The agent returned no text.' : '')),
  }
}
