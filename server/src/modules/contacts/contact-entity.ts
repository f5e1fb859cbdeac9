import { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { RelationTargets, SystemEntity } from '../entities/index.ts'
import { searchContacts } from './search-contacts.ts'
import { listContactsWith } from './store.ts'

export const contactEntity: SystemEntity = {
  name: 'contacts',
  displayName: 'Contacts',
  description: 'People that the organization writes to and sells to.',
  category: 'master',
  module: 'contacts',
  tableName: 'contacts',
  schema: Contact,
  unique: ['id', 'email'],
  order: 1,
}

export const contactTargets: RelationTargets = {
  name: 'contacts',
  permission: 'contacts:read',
  labels: async (tx, ids) => new Map((await listContactsWith(tx, ids)).map(({ id, name }) => [id, name])),
  find: async (tx, q, limit) => (await searchContacts(tx, q, limit)).map(({ id, title }) => ({ id, label: title })),
}
