import type { Json, TriggerType, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribe, unsubscribe } from '../../integrations/index.ts'
import { serviceTrigger } from '../steps/integrations/trigger-steps.ts'
import { describeTrigger, triggerStep } from '../definitions/trigger-of.ts'
import { lockWorkflow } from '../definitions/store.ts'
import { triggerEvent } from '../steps/triggers/trigger-event.ts'
import { triggerSchedule } from '../steps/triggers/trigger-schedule.ts'
import { triggerWebhook } from '../steps/triggers/trigger-webhook.ts'
import { nextDue } from './cron.ts'
import { deleteTrigger, findTrigger, lockPaths, ownerOfPath, replaceTrigger, writeTrigger } from './triggers-store.ts'
import type { TriggerRow } from './triggers-store.ts'
import { makeWebhookSecret } from './webhook-secret.ts'
import { workflowTriggersChanged } from '../engine/workflow-signals.ts'

interface Published {
  workflowId: string
  version: number
  definition: WorkflowDefinition
}

/** Enables the trigger of the version that was just published. @throws 409 when another workflow has the address. */
export async function publishTrigger(
  platform: Platform,
  tx: OrgTx,
  { workflowId, version, definition }: Published,
): Promise<{ newSecret: string | null }> {
  const { type } = describeTrigger(definition)
  const step = triggerStep(definition)
  const config = step?.config ?? {}
  const before = await findTrigger(tx, workflowId)
  const made = type === 'webhook' && !before?.secret ? makeWebhookSecret(platform, workflowId) : null
  // Callers go on with the secret they have.
  const sealed = made?.sealed ?? before?.secret ?? ''
  const service = step && serviceTrigger(step)
  const fields = service
    ? { kind: 'event', config: toJson(config), event: `service ${service.connectorId} ${service.trigger}` }
    : await fieldsOf[type](platform, tx, { workflowId, config, sealed })
  if (fields) await replaceTrigger(tx, { workflow_id: workflowId, version, ...fields })
  else await deleteTrigger(tx, workflowId)
  const { connection, ...input } = config
  if (service) await subscribe(platform, tx, { workflowId, connectionId: String(connection), trigger: service.trigger, input })
  else await unsubscribe(tx, workflowId)
  await signal(tx, workflowTriggersChanged({ orgId: tx.orgId }))
  return { newSecret: made && config['check'] !== 'none' ? made.secret : null }
}

interface Given {
  workflowId: string
  config: Record<string, Json>
  /** The secret of a webhook, as stored. */
  sealed: string
}
type Fields = Pick<TriggerRow, 'kind' | 'config'> & Partial<Omit<TriggerRow, 'org_id' | 'workflow_id' | 'version'>>

const fieldsOf: Record<TriggerType, (platform: Platform, tx: OrgTx, given: Given) => Promise<Fields | null>> = {
  manual: async () => null,
  webhook: webhookFields,
  schedule: async ({ clock }, _tx, { config: given }) => {
    const config = triggerSchedule.config.parse(given) as ScheduleConfig
    const { cron, timeZone, missed } = config
    return { kind: 'schedule', config: toJson(config), cron, time_zone: timeZone, missed, next_at: nextDue(cron, timeZone, clock.now()) }
  },
  event: async (_platform, _tx, { config: given }) => {
    const config = triggerEvent.config.parse(given) as { event: string }
    return { kind: 'event', config: toJson(config), event: config.event }
  },
}

interface ScheduleConfig {
  cron: string
  timeZone: string
  missed: 'skip' | 'run_once'
}

// As text: the driver would turn a list into a PostgreSQL array.
const toJson = (value: object) => JSON.stringify(value)

async function webhookFields(_platform: Platform, tx: OrgTx, { workflowId, config: given, sealed }: Given): Promise<Fields> {
  const config = triggerWebhook.config.parse(given) as { path: string }
  await lockPaths(tx)
  const owner = await ownerOfPath(tx, config.path, workflowId)
  if (owner !== null)
    throw conflict(
      message('The workflow "{workflow}" has the webhook path "{path}" already. Choose another.', { workflow: owner, path: config.path }),
    )
  return { kind: 'webhook', config: toJson(config), path: config.path, secret: sealed }
}

/** Toggles with the workflow: a schedule starts anew, and times missed in between are skipped. */
export async function enableTrigger({ clock }: Platform, tx: OrgTx, workflowId: string, enabled: boolean): Promise<void> {
  const trigger = await findTrigger(tx, workflowId)
  if (!trigger) return
  const next = enabled && trigger.cron !== null ? nextDue(trigger.cron, trigger.time_zone ?? 'UTC', clock.now()) : trigger.next_at
  await writeTrigger(tx, workflowId, { enabled, next_at: next })
  await signal(tx, workflowTriggersChanged({ orgId: tx.orgId }))
}

export async function removeTrigger(tx: OrgTx, workflowId: string): Promise<void> {
  await deleteTrigger(tx, workflowId)
  await unsubscribe(tx, workflowId)
  await signal(tx, workflowTriggersChanged({ orgId: tx.orgId }))
}

/** Creates a new webhook secret; the old one becomes invalid immediately. @throws 404; 409 without a published webhook. */
export async function rotateSecret(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<{ secret: string }> {
  const workflow = await lockWorkflow(tx, id)
  if (!workflow) throw notFound()
  const trigger = await findTrigger(tx, id)
  if (trigger?.kind !== 'webhook') throw conflict('This workflow has no webhook. Publish it with a webhook as its trigger first.')
  const { secret, sealed } = makeWebhookSecret(platform, id)
  await writeTrigger(tx, id, { secret: sealed })
  await signal(tx, workflowTriggersChanged({ orgId: tx.orgId }))
  audit({ targetName: workflow.name })
  return { secret }
}
