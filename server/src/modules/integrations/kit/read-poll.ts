import { createHash } from 'node:crypto'
import type { JsonValue } from '../../../platform/llm/types.ts'
import { storableJson } from '../../../platform/text/storable.ts'
import { secretsOf } from './open-connection.ts'
import type { OpenConnection, Outside } from './open-connection.ts'
import { readInput } from './read-input.ts'
import { readNewPages } from './read-new-pages.ts'
import { createRedactor, redactValue } from './redact.ts'
import { contextOf } from './run-action.ts'
import { ServiceError } from './service-error.ts'
import type { ConnectorContext } from './request.ts'
import type { PollTrigger, Polled, Trigger } from './trigger.ts'

export interface TriggerItem {
  id: string
  data: JsonValue
}

const mostOfCall = 1_000
const longestId = 200

/** What a trigger found, the oldest last as most services list it, and where the next time begins. @throws ServiceError, InputError */
export async function readPoll(
  outside: Outside,
  connection: OpenConnection,
  trigger: PollTrigger,
  { input: given, cursor, signal }: { input: unknown; cursor: string | null; signal: AbortSignal },
): Promise<Omit<Polled, 'items'> & { items: TriggerItem[] }> {
  const input = readInput(trigger.input, given)
  const context = contextOf(outside, connection, { identity: 'poll', signal }, true)
  const found = await ask(trigger, input, cursor, context)
  return { ...found, items: toItems(connection, trigger, found.items) }
}

async function ask(
  trigger: PollTrigger,
  input: Record<string, unknown>,
  cursor: string | null,
  context: ConnectorContext,
): Promise<Polled> {
  const isWanted = (item: unknown, before = 0) => trigger.isWanted?.(item, input, before) ?? true
  if (trigger.pages) return readNewPages(trigger.pages, { input, cursor, id: trigger.id, isWanted, context })
  if (trigger.run) {
    const found = await trigger.run(input, cursor, context)
    return { ...found, items: found.items.filter((item) => isWanted(item)) }
  }
  if (!trigger.request) throw new ServiceError('This trigger has nothing to ask for')
  const { body } = await context.send(trigger.request(input, cursor))
  const items = trigger.items?.(body) ?? []
  const isMore = trigger.fullPage !== undefined && items.length >= trigger.fullPage
  return { items: items.filter((item) => isWanted(item)), cursor: trigger.cursor?.(items, cursor) ?? null, isMore }
}

/** What a call of a service holds. */
export const itemsOfCall = (connection: OpenConnection, trigger: Trigger, found: readonly unknown[]): TriggerItem[] =>
  toItems(connection, trigger, found.slice(0, mostOfCall))

/** Items with an id, without secrets. */
export function toItems(connection: OpenConnection, trigger: Trigger, found: readonly unknown[]): TriggerItem[] {
  const redact = createRedactor(secretsOf(connection))
  return found.flatMap((item) => {
    const id = shortId(String(trigger.id(item) ?? ''))
    if (id === '') return []
    return [{ id, data: storableJson(redactValue(JSON.parse(JSON.stringify(item)), redact) as JsonValue) }]
  })
}

/** A long id keeps its beginning, and a hash of all of it: entries of feeds have long addresses that differ at their end. */
const shortId = (id: string): string => {
  if (id.length <= longestId) return id
  const hash = createHash('sha256').update(id).digest('base64url')
  return `${id.slice(0, longestId - hash.length - 1)}#${hash}`
}
