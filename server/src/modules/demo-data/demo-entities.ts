import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { entities } from '@imperium/contract/entities/entities.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import { AppError } from '../../platform/errors.ts'
import type { Invoke } from '../../platform/operations/invoke.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteEntityWithTable } from '../entities/index.ts'
import { demoAddresses, demoProperties, demoViewingCount, demoViewings } from './entity-content.ts'
import type { Caller, Loading } from './loading.ts'
import type { DemoEntity } from './store.ts'

const dayMs = 86_400_000
const tableTimeoutMs = 60_000

/** Two record types with relations to contacts and to each other, and their records. */
export async function loadEntities(loading: Loading, contacts: readonly Contact[]): Promise<void> {
  const properties = await loadEntity(loading, demoProperties)
  for (const [index, [address, city, kind, price, size]] of demoAddresses.entries())
    await addRecord(loading, properties, { address, city, kind, price, size, owner: contacts[index * 41]?.id ?? null })
  const viewings = await loadEntity(loading, demoViewings)
  for (let index = 0; index < demoViewingCount; index++) await addRecord(loading, viewings, viewingOf(loading, properties, contacts, index))
}

function viewingOf({ platform }: Loading, { records }: DemoEntity, contacts: readonly Contact[], index: number): Record<string, unknown> {
  const contact = contacts[index * 37 + 3]
  const days = index - Math.round(demoViewingCount * 0.7)
  const state = days > 0 ? 'planned' : (['done', 'offer', 'declined'] as const)[index % 3]
  return {
    title: `Viewing with ${contact?.firstName ?? 'a visitor'} ${contact?.lastName ?? ''}`.trim(),
    property: records[index % records.length] ?? null,
    visitor: contact?.id ?? null,
    day: new Date(platform.clock.now().getTime() + days * 2 * dayMs).toISOString().slice(0, 10),
    state,
    ...(days > 0 ? {} : { rating: 1 + ((index * 7) % 5) }),
    ...(index % 4 === 0 ? { notes: 'Asked about the garden and the heating.' } : {}),
  }
}

/** Drafts it, activates it, and waits for its table. */
async function loadEntity({ invoke, records, reach }: Loading, body: typeof demoProperties | typeof demoViewings): Promise<DemoEntity> {
  const { id } = await invoke(entities.create, { body })
  const made: DemoEntity = { id, name: body.entityName, records: [] }
  records.entities.push(made)
  await reach(89)
  await invoke(entities.activate, { params: { id } })
  const until = Date.now() + tableTimeoutMs
  for (;;) {
    const { change, status } = await invoke(entities.read, { params: { id } })
    if (status === 'active' && change === null) return made
    if (change?.state !== 'waiting' || Date.now() > until) throw new Error(`the table of ${body.entityName} was not made`)
    await pause(100)
  }
}

async function addRecord({ invoke, reach }: Loading, entity: DemoEntity, values: Record<string, unknown>): Promise<void> {
  const { id } = await invoke(recordOperations.create, { params: { entity: entity.name }, body: { values } })
  entity.records.push(id)
  if (entity.records.length % 8 === 0) await reach(90)
}

/** The last one first, because it relates to the first. What a member changed or filled stays, without the records of the demo data. */
export async function removeEntities(platform: Platform, caller: Caller, invoke: Invoke, made: readonly DemoEntity[]): Promise<void> {
  for (const { id, name, records } of made.toReversed()) {
    for (const record of records) await removeForGood(invoke, name, record)
    await deleteEntityWithTable(platform, caller, id)
  }
}

/** Into the trash, and out of it. */
async function removeForGood(invoke: Invoke, entity: string, id: string): Promise<void> {
  try {
    const { deletedAt } = await invoke(recordOperations.read, { params: { entity, id } })
    if (deletedAt === null) await invoke(recordOperations.remove, { params: { entity, id } })
    await invoke(recordOperations.remove, { params: { entity, id } })
  } catch (error) {
    // A member has deleted the record, or archived its entity.
    if (!(error instanceof AppError && error.status === 404)) throw error
  }
}
