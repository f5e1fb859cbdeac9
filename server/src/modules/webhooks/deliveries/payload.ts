import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { FilterOperator, WebhookCondition } from '@imperium/contract/webhooks.ts'
import { isId } from '../../../platform/ids.ts'
import { compareValues, follow } from '../../workflows/index.ts'

interface Message {
  id: string
  event: string
  at: Date
  orgId: string
  payload: object
}

/** The body that webhooks get. */
export const makeBody = ({ id, event, at, orgId, payload }: Message): { [field: string]: Json } => ({
  id,
  event,
  timestamp: at.toISOString(),
  data: { ...(payload as Record<string, Json>), organizationId: orgId },
})

const read = (data: Json, path: string): Json => follow(data, path.split('.')) ?? null

/** Whether the data of an event meets every condition. */
export const passes = (filter: readonly WebhookCondition[], payload: object): boolean =>
  filter.every(({ path, operator, value }) => compareValues(operator satisfies FilterOperator, read(payload as Json, path), value))

const longestKey = 200

/** The value by which deliveries of a webhook are ordered; null for data without it. */
export function orderOf(path: string | null, payload: object): string | null {
  if (path === null) return null
  const value = read(payload as Json, path)
  if (value === null) return null
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestKey)
}

const userFields = ['userId', 'createdBy', 'senderUser', 'startedByUser'] as const

/** Contact and user of an event, by which its deliveries are erased with them. */
export function subjectsOf(payload: object): { contact_id: string | null; user_id: string | null } {
  const fields = payload as Record<string, unknown>
  const idOf = (name: string): string | null => {
    const value = fields[name]
    return typeof value === 'string' && isId(value) ? value : null
  }
  return { contact_id: idOf('contactId'), user_id: userFields.map(idOf).find((id) => id !== null) ?? null }
}
