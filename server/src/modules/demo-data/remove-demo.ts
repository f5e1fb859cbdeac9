import { setTimeout as pause } from 'node:timers/promises'
import { agents as agentOperations } from '@imperium/contract/agents.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { campaigns as campaignOperations } from '@imperium/contract/campaigns/campaign-operations.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { segments as segmentOperations } from '@imperium/contract/contacts/segments.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { integrations } from '@imperium/contract/integrations.ts'
import { knowledge } from '@imperium/contract/knowledge.ts'
import { messages as messageOperations } from '@imperium/contract/messages.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import { webhooks as webhookOperations } from '@imperium/contract/webhooks.ts'
import { reports as reportOperations } from '@imperium/contract/reports/reports.ts'
import { workflows as workflowOperations } from '@imperium/contract/workflows/workflows.ts'
import { AppError } from '../../platform/errors.ts'
import { invokeAs } from '../../platform/operations/invoke.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteUnbilledOrders, deleteUnusedProducts } from '../sales/index.ts'
import { removeRunsOf } from '../runs/index.ts'
import type { Caller } from './loading.ts'
import { removeEntities } from './demo-entities.ts'
import { removeNodes } from './demo-nodes.ts'
import { withOrphans } from './find-orphans.ts'
import { findDemo, writeProgress } from './store.ts'

const undoTimeoutMs = 120_000

/** Removes what the records name, through the ordinary operations, and takes what the past runs used out of the sums. */
export async function removeDemo(platform: Platform, caller: Caller, workId: string): Promise<void> {
  const found = await caller.inOrg(findDemo)
  if (!found) return
  const invoke = invokeAs(platform, caller)
  const records = await withOrphans(invoke, found.records)
  const reach = (progress: number) => caller.inOrg((tx) => writeProgress(tx, workId, progress))
  /** What a member has deleted meanwhile is gone already; a draft that a member issued or sent, and a connection that they use, is theirs. */
  const theirs: readonly Endpoint[] = [salesQuotations.remove, salesInvoices.remove, integrations.disconnect]
  const removeAll = async (endpoint: Endpoint, ids: readonly string[]) => {
    for (const id of ids) {
      await invoke(endpoint, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof AppError && (error.status === 404 || (error.status === 409 && theirs.includes(endpoint))))) throw error
      })
    }
  }
  await reach(1)
  await removeAll(reportOperations.remove, records.reports)
  await removeAll(messageOperations.remove, records.conversations)
  await reach(5)
  await removeAll(webhookOperations.remove, records.webhooks)
  await removeAll(integrations.disconnect, records.connections)
  await removeAll(knowledge.removeDocument, records.documents)
  await removeAll(salesQuotations.remove, records.quotations)
  await removeAll(salesInvoices.remove, records.invoices)
  // What a member issued, sent or used in documents of their own stays.
  await caller.inOrg(async (tx) => {
    await deleteUnbilledOrders(tx, records.orders)
    await deleteUnusedProducts(tx, records.products)
  })
  await reach(10)
  await removeAll(workflowOperations.remove, records.workflows)
  await removeAll(dietPlans.remove, records.dietPlans)
  await removeAll(codeArtifacts.remove, records.codeArtifacts)
  await removeAll(campaignOperations.remove, records.campaigns)
  await removeEntities(platform, caller, invoke, records.entities)
  await removeNodes(invoke, caller.org.id, records.rootNode)
  await reach(30)
  await removeAll(segmentOperations.remove, records.segments)
  await removeAll(agentOperations.remove, records.agents)
  await reach(50)
  await platform.db.withSystem((tx) => removeRunsOf(tx, caller.org.id, records.agents))
  await reach(60)
  if (records.importId) await undoImport(records.importId)

  async function stopImport(id: string): Promise<void> {
    await invoke(contactImports.cancel, { params: { id } }).catch((error: unknown) => {
      // It has ended at this moment.
      if (!(error instanceof AppError && error.status === 409)) throw error
    })
  }

  /** Returns when nothing is left of it: its id is forgotten after that. */
  async function undoImport(id: string): Promise<void> {
    const until = Date.now() + undoTimeoutMs
    while (Date.now() < until) {
      const { status, createdCount, updatedCount } = await invoke(contactImports.read, { params: { id } })
      // After a crash it may still run, or be about to: it is stopped first, and then all that it brought is undone.
      if (['uploading', 'uploaded', 'running'].includes(status)) await stopImport(id)
      else if (status === 'undone' || (status !== 'undoing' && createdCount + updatedCount === 0)) return
      else if (status !== 'undoing') await invoke(contactImports.undo, { params: { id } })
      await reach(70)
      await pause(200)
    }
    throw new Error('the import of demo contacts could not be undone in time')
  }
}
