import type { ContactDuplicates } from '@imperium/contract/contacts/contacts.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { findDuplicates } from './duplicates-store.ts'
import { listContactsWith } from '../store.ts'

const groupsPerReason = 50

/** Contacts that may be the same person, to look at and to merge. */
export async function listDuplicates(tx: OrgTx): Promise<ContactDuplicates[]> {
  const found = await findDuplicates(tx, groupsPerReason)
  // The same people are told once, by their number.
  const byPhone = found.filter(({ reason }) => reason === 'phone').map(({ ids }) => new Set(ids))
  const groups = found.filter(({ reason, ids }) => reason === 'phone' || !byPhone.some((group) => ids.every((id) => group.has(id))))
  const contacts = new Map((await listContactsWith(tx, [...new Set(groups.flatMap(({ ids }) => ids))])).map((each) => [each.id, each]))
  return groups.map(({ reason, value, ids }) => ({ reason, value, contacts: ids.flatMap((id) => contacts.get(id) ?? []) }))
}
