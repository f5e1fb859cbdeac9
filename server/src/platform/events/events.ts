import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { personalFieldsOf } from '@imperium/contract/kit/event.ts'
import type { EventDefinition, PayloadOf } from '@imperium/contract/kit/event.ts'
import type { OrgTx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'

interface Handling {
  events: readonly EventDefinition[]
  /** Unique within the product: `module.verb`. */
  name: string
  /** Asked in the emitting transaction, once for all payloads of one type: most organizations have no consumer. Default: always. */
  isWanted?: ((tx: OrgTx, event: string) => Promise<boolean>) | undefined
}

/** A job of this name runs for every event, after the commit. */
export interface EventHandler extends Handling {
  /** As of a job: why it runs for an organization at rest. */
  worksAtRest?: string
  run: (data: { orgId: string; eventId: string; event: string; payload: object }) => Promise<void>
}

export interface EmittedEvent {
  id: string
  payload: object
}

/** Writes rows of its own in the emitting transaction: few statements, no locks that others wait for, and no failure of its own. */
export interface EventWriter extends Handling {
  write: (tx: OrgTx, event: string, emitted: readonly EmittedEvent[]) => Promise<void>
}

interface Subscription<E extends EventDefinition> extends Omit<EventHandler, 'events' | 'run'> {
  event: E | readonly E[]
  run: (data: { orgId: string; eventId: string; event: E['type']; payload: PayloadOf<E> }) => Promise<void>
}

/** Subscribes to one event or several: for the `events` of a manifest. */
export const onEvent = <E extends EventDefinition>({ event, name, isWanted, worksAtRest, run }: Subscription<E>): EventHandler => ({
  events: Array.isArray(event) ? (event as readonly E[]) : [event as E],
  name,
  isWanted,
  ...(worksAtRest ? { worksAtRest } : {}),
  run: run as EventHandler['run'],
})

export interface Events {
  /** Writes the event to the outbox and queues its handlers, all in the caller's transaction. */
  emit<E extends EventDefinition>(tx: OrgTx, event: E, payload: PayloadOf<E>): Promise<void>
  /** The same for many events of one type, in few statements. Throws for an event that no manifest lists. */
  emitAll<E extends EventDefinition>(tx: OrgTx, event: E, payloads: readonly PayloadOf<E>[]): Promise<void>
  /**
   * Whether the organization has a consumer of such events: for frequent events that are emitted only then. Queries the database
   * at most every two seconds.
   */
  hasListeners(orgId: string, event: EventDefinition, inTx: (ask: (tx: OrgTx) => Promise<boolean>) => Promise<boolean>): Promise<boolean>
}

const believedMs = 2_000

/** What the attached modules emit and hear. */
export interface EventRegistry {
  attach(emits: readonly EventDefinition[], handlers: readonly (EventHandler | EventWriter)[]): void
  emits(type: string): boolean
  /** Handlers of a type, in the order of the modules. */
  handlersOf(type: string): readonly (EventHandler | EventWriter)[]
}

/** Throws when two modules emit events of one name: their subscribers could not tell them apart. */
export function createEventRegistry(): EventRegistry {
  const emitted = new Set<string>()
  const handlersByType = new Map<string, (EventHandler | EventWriter)[]>()
  return {
    attach: (emits, handlers) => {
      for (const { type } of emits) {
        if (emitted.has(type)) throw new TypeError(`Two modules list the event ${type}.`)
        emitted.add(type)
      }
      for (const handler of handlers)
        for (const { type } of handler.events) handlersByType.set(type, [...(handlersByType.get(type) ?? []), handler])
    },
    emits: (type) => emitted.has(type),
    handlersOf: (type) => handlersByType.get(type) ?? [],
  }
}

/** Handlers and writers have the whole event; what stays says which rows it was about, and names no person. */
function toStored(event: EventDefinition, emitted: readonly EmittedEvent[]): EmittedEvent[] {
  const left = new Set(personalFieldsOf(event))
  const kept = (payload: object) => Object.fromEntries(Object.entries(payload).filter(([name]) => !left.has(name)))
  return emitted.map(({ id, payload }) => ({ id, payload: kept(payload) }))
}

export function createEvents(registry: EventRegistry, jobs: Jobs): Events {
  const emitAll: Events['emitAll'] = async (tx, event, payloads) => {
    const { type } = event
    if (!registry.emits(type)) throw new TypeError(`No manifest lists the event ${type}.`)
    if (payloads.length === 0) return
    const events = payloads.map((payload) => ({ id: newId(), payload }))
    await sql`
      insert into app.outbox (id, org_id, type, payload)
      select id, ${tx.orgId}::uuid, ${type}, payload from jsonb_to_recordset(${JSON.stringify(toStored(event, events))}::jsonb) as v(id uuid, payload jsonb)`.execute(
      tx,
    )
    for (const handler of registry.handlersOf(type)) {
      if ('write' in handler) {
        await handler.write(tx, type, events)
        continue
      }
      if (handler.isWanted && !(await handler.isWanted(tx, type))) continue
      for (const { id: eventId, payload } of events) await jobs.send(tx, handler.name, { orgId: tx.orgId, eventId, event: type, payload })
    }
  }
  const known = new LRUCache<string, { hasListener: boolean }>({ max: 10_000, ttl: believedMs })
  const ask = async (tx: OrgTx, type: string): Promise<boolean> => {
    for (const handler of registry.handlersOf(type)) if (!handler.isWanted || (await handler.isWanted(tx, type))) return true
    return false
  }
  const hasListeners: Events['hasListeners'] = async (orgId, { type }, inTx) => {
    const key = `${orgId} ${type}`
    const before = known.get(key)
    if (before) return before.hasListener
    const hasListener = await inTx((tx) => ask(tx, type))
    known.set(key, { hasListener })
    return hasListener
  }
  return { emit: (tx, event, payload) => emitAll(tx, event, [payload]), emitAll, hasListeners }
}

export const eventJobs = (handlers: readonly EventHandler[]): JobDefinition[] =>
  handlers.map((handler) => ({
    name: handler.name,
    lane: 'transactional',
    ...(handler.worksAtRest ? { worksAtRest: handler.worksAtRest } : {}),
    run: (data) => handler.run(data as Parameters<EventHandler['run']>[0]),
  }))
