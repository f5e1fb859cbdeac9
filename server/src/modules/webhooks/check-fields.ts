import { z } from 'zod'
import { events as catalogue } from '@imperium/contract/registry.ts'
import type { WebhookCondition } from '@imperium/contract/webhooks.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

interface Fields {
  events: readonly string[]
  filter: readonly WebhookCondition[]
  orderingKey: string | null
}

/**
 * A condition on a field that an event does not have would hold back every delivery of it, and an ordering key that no event has orders nothing.
 * @throws 422
 */
export function checkFields({ events, filter, orderingKey }: Fields): void {
  const lacking = (path: string) => events.filter((type) => !hasField(schemaOf(type), path.split('.')))
  const errors = filter.flatMap(({ path }, index) => {
    const [event] = lacking(path)
    return event === undefined
      ? []
      : [{ path: `filter.${index}.path`, ...message('The event {event} has no field {field}', { event, field: path }) }]
  })
  const isNowhere = orderingKey !== null && lacking(orderingKey).length === events.length
  if (isNowhere) errors.push({ path: 'orderingKey', ...message('No event of this webhook has the field {field}', { field: orderingKey }) })
  if (errors.length > 0) throw invalid(errors)
}

const schemas = new Map<string, unknown>()

function schemaOf(type: string): unknown {
  const event = catalogue.find((each) => each.type === type)
  const schema = schemas.get(type) ?? (event && z.toJSONSchema(event.payload, { unrepresentable: 'any' }))
  schemas.set(type, schema)
  return schema
}

/** Whether a value of the schema may have the field. What is free may have any. */
function hasField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (!isNode(schema)) return schema === true
  if (name === undefined) return true
  const { properties, items, additionalProperties: more, anyOf, oneOf, allOf } = schema
  const parts = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []))
  if (parts.some((each) => hasField(each, [name, ...rest]))) return true
  const own = isNode(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  if (own !== undefined) return hasField(own, rest)
  if (/^\d+$/.test(name) && items !== undefined) return hasField(items, rest)
  const isFree = parts.length === 0 && properties === undefined && schema['type'] === undefined && schema['const'] === undefined
  return isFree || (isNode(more) && hasField(more, rest))
}
