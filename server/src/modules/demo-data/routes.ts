import { demoData } from '@imperium/contract/onboarding/demo-data.ts'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { principalOf } from '../../platform/operations/work-as.ts'
import type { Platform } from '../../platform/platform.ts'
import { demoJobName } from './demo-job.ts'
import type { DemoJobData } from './demo-job.ts'
import { beginLoading, beginRemoving, findDemo, noRecords } from './store.ts'

async function present(tx: OrgTx): Promise<DemoData> {
  const row = await findDemo(tx)
  const records = row?.records ?? noRecords()
  const { agents, segments, campaigns, workflows, conversations, contacts, runs, orders, documents, webhooks, entities } = records
  return {
    status: row?.status ?? 'none',
    progress: row?.progress ?? 0,
    counts: {
      agents: agents.length,
      runs,
      contacts,
      segments: segments.length,
      campaigns: campaigns.length,
      workflows: workflows.length,
      conversations: conversations.length,
      orders: orders.length,
      documents: documents.length,
      webhooks: webhooks.length,
      entities: entities.length,
    },
    error: row?.error ?? null,
    errorKey: row?.errorKey,
    startedAt: row?.startedAt.toISOString() ?? null,
  }
}

export const demoDataOperations = (platform: Platform) => {
  const queue = (context: OrgContext, kind: DemoJobData['kind'], workId: string) => {
    const data: DemoJobData = { orgId: context.org.id, kind, workId, principal: principalOf(context) }
    return platform.jobs.send(context.tx, demoJobName, data)
  }
  return bindOperations(demoData, {
    read: (_input, { tx }) => present(tx),
    load: async (_input, context) => {
      const workId = newId()
      if (!(await beginLoading(context.tx, workId))) throw conflict('There is demo data already. Remove it first.')
      await queue(context, 'load', workId)
      return present(context.tx)
    },
    remove: async (_input, context) => {
      const workId = newId()
      if (!(await beginRemoving(context.tx, workId))) throw conflict('There is no demo data to remove, or it is being changed.')
      await queue(context, 'remove', workId)
      return present(context.tx)
    },
  })
}
