import type { JsonValue } from '../../../platform/llm/types.ts'
import { storableJson } from '../../../platform/text/storable.ts'
import { secretsOf } from './open-connection.ts'
import type { OpenConnection, Outside } from './open-connection.ts'
import { readInput } from './read-input.ts'
import { createRedactor, redactValue } from './redact.ts'
import { contextOf } from './run-action.ts'
import { ServiceError } from './service-error.ts'
import type { PollTrigger, Trigger } from './trigger.ts'

export interface TriggerItem {
  id: string
  data: JsonValue
}

const mostItems = 200
const longestId = 200

/** What a trigger found, the oldest last as the service lists it, and where the next time begins. @throws ServiceError, InputError */
export async function readPoll(
  outside: Outside,
  connection: OpenConnection,
  trigger: PollTrigger,
  { input: given, cursor, signal }: { input: unknown; cursor: string | null; signal: AbortSignal },
): Promise<{ items: TriggerItem[]; cursor: string | null }> {
  const input = readInput(trigger.input, given)
  const context = contextOf(outside, connection, { identity: 'poll', signal }, true)
  const read = async () => {
    if (trigger.run) return trigger.run(input, cursor, context)
    if (!trigger.request) throw new ServiceError('This trigger has nothing to ask for')
    const { body } = await context.send(trigger.request(input, cursor))
    return trigger.items?.(body) ?? []
  }
  const found = await read()
  const wanted = found.filter((item) => trigger.isWanted?.(item, cursor) ?? true)
  return { items: toItems(connection, trigger, wanted), cursor: trigger.cursor?.(found, cursor) ?? null }
}

/** Items with an id, without secrets. */
export function toItems(connection: OpenConnection, trigger: Trigger, found: readonly unknown[]): TriggerItem[] {
  const redact = createRedactor(secretsOf(connection))
  return found.slice(0, mostItems).flatMap((item) => {
    const id = String(trigger.id(item) ?? '').slice(0, longestId)
    if (id === '') return []
    return [{ id, data: storableJson(redactValue(JSON.parse(JSON.stringify(item)), redact) as JsonValue) }]
  })
}
