import { runs } from '@imperium/contract/runs.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { lastEventId } from '../../platform/operations/stream.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { cancelRun, isOpenTo } from './cancel-run.ts'
import { followRun } from './follow-run.ts'
import { agentMetrics } from './run-metrics.ts'
import { runFor, stepFor } from './history/shown-to.ts'
import { hasRunFile } from './outputs/run-files-store.ts'
import { startRun } from './start-run.ts'
import { uploadImage } from './inputs/upload-image.ts'
import { findRun, listRuns, listSteps, toRun, toStep } from './store.ts'
import { listTurns } from './history/turns-store.ts'
import { withUnknownCost } from './history/unknown-cost-store.ts'

export const runOperations = (platform: Platform) =>
  bindOperations(runs, {
    execute: {
      answer: ({ params, body }, context) => startRun(platform, context, params.id, body),
      stream: async (_input, { org, signal, header, may }, started) => {
        if (!started) throw notFound()
        return followRun(platform, org.id, { runId: started.runId, may }, lastEventId(header('last-event-id')), signal())
      },
    },
    uploadImage: ({ params, body }, context) => uploadImage(platform, context, params.id, body.bytes),
    list: ({ query }, context) => listPage(platform, context, 'all-runs', { ...query, agentId: context.key?.agentId ?? query.agentId }),
    listForAgent: async ({ params, query }, context) => {
      if (!(await findAgent(context.tx, params.id))) throw notFound()
      return listPage(platform, context, 'runs', { ...query, agentId: params.id })
    },
    read: async ({ params }, { tx, key, may }) => {
      const row = await findRun(tx, params.id)
      if (!row || !isOpenTo(key, row)) throw notFound()
      const steps = (await listSteps(tx, row.id)).map((step) => stepFor(may, toStep(step), row.needs))
      const [run = toRun(row)] = await withUnknownCost(tx, [toRun(row)])
      return { ...runFor(may, run), steps }
    },
    conversation: async ({ params }, { tx, key, may }) => {
      const row = await findRun(tx, params.id)
      if (!row || !isOpenTo(key, row)) throw notFound()
      const turns = (await listTurns(tx, row.id)).filter((turn) => isOpenTo(key, turn))
      return (await withUnknownCost(tx, turns.map(toRun))).map((run) => runFor(may, run))
    },
    events: {
      stream: async ({ params }, { org, inOrg, signal, header, key, may }) => {
        const row = await inOrg((tx) => findRun(tx, params.id))
        if (!row || !isOpenTo(key, row)) throw notFound()
        return followRun(platform, org.id, { runId: params.id, may }, lastEventId(header('last-event-id')), signal())
      },
    },
    image: async ({ params }, { tx, org, key, may }) => {
      const row = await findRun(tx, params.id)
      const isShown = row !== null && isOpenTo(key, row) && runFor(may, toRun(row)).isHidden !== true
      if (!isShown || !(await hasRunFile(tx, params.id, params.imageId))) throw notFound()
      return { content: platform.files.read(org.id, params.imageId), fileName: 'image.webp' }
    },
    cancel: async ({ params }, context) => runFor(context.may, await cancelRun(platform, context, params.id)),
    metrics: async ({ params, query }, { tx, org }) => {
      if (!(await findAgent(tx, params.id))) throw notFound()
      return agentMetrics(tx, params.id, query.period, { now: platform.clock.now(), timeZone: org.timeZone })
    },
  })

type PageQuery = Omit<Parameters<typeof listRuns>[1], 'afterId'> & { cursor?: string | undefined }

async function listPage(platform: Platform, { tx, org, may }: OrgContext, list: string, { limit, cursor, ...filter }: PageQuery) {
  const scope = { orgId: org.id, list, filter }
  const afterId = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
  const rows = await listRuns(tx, { ...filter, limit, afterId })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const found = await withUnknownCost(tx, shown.map(toRun))
  return { rows: found.map((run) => runFor(may, run)), nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
}
