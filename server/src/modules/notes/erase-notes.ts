import { sql } from 'kysely'
import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseMatches, siftPage } from '../contacts/index.ts'
import type { ContactExtension, Named } from '../contacts/index.ts'
import { isSubjectThere } from './note-subjects.ts'
import { deleteNotes, deleteNotesOn, listSweptSubjects, organizationsWithSweptNotes } from './store.ts'

/** With erased contacts: notifications of mentions contained their names. */
export const notedContactsErased = defineInternalEvent('notes.contactsErased', z.object({ contactIds: z.array(Id) }))

/** Notes go with their contact (foreign key); those that name the person elsewhere are looked for. */
export const noteContactExtension = (platform: Platform): ContactExtension => ({
  name: 'notes',
  exportContact: async (tx, contactId) => ({
    notes: await tx.selectFrom('notes').select(['created_at', 'body']).where('contact_id', '=', contactId).orderBy('id').execute(),
  }),
  eraseContacts: (tx, contactIds) => platform.events.emit(tx, notedContactsErased, { contactIds: [...contactIds] }),
  eraseNamed: eraseMatches(notesNaming, deleteNotes),
  mergeContact: async (tx, from, into) => {
    await tx.updateTable('notes').set({ subject_id: into }).where('contact_id', '=', from).execute()
  },
})

async function notesNaming(tx: OrgTx, names: readonly string[], after: string | null, limit: number): Promise<Named> {
  const { rows } = await sql<{ id: string; is_named: boolean }>`
    select id, app.is_named(lower(body), ${[...names]}::text[]) as is_named from app.notes
    ${after === null ? sql`` : sql`where id < ${after}::uuid`} order by id desc limit ${limit}`.execute(tx)
  return siftPage(rows, limit, () => Promise.resolve([]))
}

const atOnce = 200

/** Removes notes on runs that are no longer stored, and on deleted campaigns and workflows. */
export async function dropLeftNotes(platform: Platform): Promise<void> {
  const { db } = platform
  let orgId = await nextOrganization(platform, null)
  while (orgId !== undefined) {
    let last: string | null = null
    do last = await db.withOrg(orgId, (tx) => dropAfter(platform, tx, last))
    while (last !== null)
    orgId = await nextOrganization(platform, orgId)
  }
}

const nextOrganization = async ({ db }: Platform, after: string | null): Promise<string | undefined> =>
  (await db.withSystem((tx) => organizationsWithSweptNotes(tx, after, 1)))[0]

async function dropAfter(platform: Platform, tx: OrgTx, after: string | null): Promise<string | null> {
  const subjects = await listSweptSubjects(tx, after, atOnce)
  const gone: string[] = []
  for (const { subject, id } of subjects) if (!(await isSubjectThere(platform, tx, subject, id))) gone.push(id)
  await deleteNotesOn(tx, gone)
  return subjects.length < atOnce ? null : (subjects.at(-1)?.id ?? null)
}
