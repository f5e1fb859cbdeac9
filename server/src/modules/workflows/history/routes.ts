import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { lastEventId } from '../../../platform/operations/stream.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import { cancelRun, decideStep, pauseRun, resumeRun } from './control-run.ts'
import { followWorkflowRun } from './follow-run.ts'
import { readSamples } from './read-samples.ts'
import { retryRun } from './retry-run.ts'
import { forViewers, showRun } from './show-run.ts'
import { startManually, testDraft } from './start-manually.ts'
import { findRun, listRuns, toRun } from './store.ts'
import { withholdAddresses } from './withhold-addresses.ts'

export const workflowRunOperations = (platform: Platform) => {
  const brief = async ({ tx }: OrgContext, id: string): Promise<WorkflowRun> => {
    const run = await findRun(tx, id)
    if (!run) throw notFound()
    return toRun(run, platform.clock.now())
  }
  return bindOperations(workflowRuns, {
    start: ({ params, body }, context) => startManually(engineOf(platform), context, params.id, body.input),
    test: ({ params, body }, context) => testDraft(engineOf(platform), context, params.id, body),
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, ...filter } = query
      const scope = { orgId: org.id, list: 'workflow-runs', filter }
      const afterId = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const rows = await listRuns(tx, filter, { limit, afterId })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const now = platform.clock.now()
      return { rows: shown.map((row) => toRun(row, now)), nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
    },
    read: async ({ params }, { tx, may }) => {
      const run = await showRun(tx, params.id, platform.clock.now())
      return may('workflows:run') ? run : forViewers(run)
    },
    cancel: async ({ params }, context) => {
      await cancelRun(platform, context, params.id)
      return brief(context, params.id)
    },
    pause: async ({ params }, context) => {
      await pauseRun(context, params.id)
      return brief(context, params.id)
    },
    resume: async ({ params }, context) => {
      await resumeRun(platform, context, params.id)
      return brief(context, params.id)
    },
    retry: async ({ params, body }, context) => {
      const { runId, status } = await retryRun(engineOf(platform), context, params.id, body)
      return { runId, status }
    },
    decide: async ({ params, body }, context) => {
      await decideStep(platform, context, params, body)
      return brief(context, params.id)
    },
    samples: async ({ params }, { tx, may }) => {
      const samples = await readSamples(tx, params.id)
      return may('workflows:run') ? samples : (withholdAddresses(samples) as typeof samples)
    },
    events: {
      stream: async ({ params }, { org, inOrg, signal, header }) => {
        if (!(await inOrg((tx) => findRun(tx, params.id)))) throw notFound()
        return followWorkflowRun(platform, org.id, params.id, lastEventId(header('last-event-id')), signal())
      },
    },
  })
}
