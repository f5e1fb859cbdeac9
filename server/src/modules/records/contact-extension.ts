import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ContactExtension } from '../contacts/index.ts'
import { listTabledEntities, shareTable } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { forgetContacts, moveContact, recordsOfContact } from './contact-links-store.ts'
import { namedValues, valuesOf } from './to-record.ts'

const mostExported = 1_000

interface Linked {
  entity: LiveEntity
  /** Its relations to contacts. */
  fields: LiveField[]
}

const linkedEntities = async (tx: OrgTx): Promise<Linked[]> =>
  (await listTabledEntities(tx)).flatMap((entity) => {
    const fields = entity.fields.filter(({ type, entity: target }) => isRelation(type) && target === 'contacts')
    return fields.length > 0 ? [{ entity, fields }] : []
  })

/** What records owe the contacts that they relate to. */
export const recordContactExtension: ContactExtension = {
  name: 'records',
  exportContact: async (tx, contactId) => {
    const records: object[] = []
    for (const { entity, fields } of await linkedEntities(tx))
      for (const row of await recordsOfContact(tx, entity, fields, contactId, mostExported))
        records.push({ entity: entity.name, id: row.id, title: row.label, values: namedValues(valuesOf(entity, row)) })
    return { records }
  },
  eraseContacts: async (tx, contactIds) => {
    for (const { entity, fields } of await linkedEntities(tx)) {
      await shareTable(tx, entity.id)
      for (const field of fields) await forgetContacts(tx, entity, field, contactIds)
    }
  },
  mergeContact: async (tx, from, into) => {
    for (const { entity, fields } of await linkedEntities(tx)) {
      await shareTable(tx, entity.id)
      for (const field of fields) await moveContact(tx, entity, field, { from, into })
    }
  },
}
