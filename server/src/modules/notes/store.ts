import { sql } from 'kysely'
import { Note, mentionedIn } from '@imperium/contract/notes.ts'
import type { NoteSubject } from '@imperium/contract/notes.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { organizationsWith } from '../../platform/db/organizations-with.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = ['id', 'subject', 'subject_id', 'body', 'author_id', 'created_at', 'updated_at'] as const

interface Row {
  body: string
  author_id: string | null
}

/** Names of members by id, those who left included. */
export type Names = ReadonlyMap<string, string>

const person = (names: Names, id: string) => {
  const name = names.get(id)
  return name === undefined ? [] : [{ id, name }]
}

export const toNote = replyOf(Note, ({ body, author_id: authorId }: Row, names: Names, userId: string) => ({
  author: (authorId === null ? undefined : person(names, authorId)[0]) ?? null,
  isMine: authorId === userId,
  mentions: mentionedIn(body).flatMap((id) => person(names, id)),
}))

/** The names of their authors are read after them. */
export const notePage = listPage(
  newestFirst('id'),
  (tx, { subject, subjectId }: { subject: NoteSubject; subjectId: string }) =>
    tx.selectFrom('notes').select(columns).where('subject', '=', subject).where('subject_id', '=', subjectId),
  { goesOn: true },
)

export const lockNote = (tx: OrgTx, id: string) =>
  tx.selectFrom('notes').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertNote = (tx: OrgTx, note: { id: string; subject: NoteSubject; subject_id: string; body: string; author_id: string }) =>
  tx
    .insertInto('notes')
    .values({ org_id: tx.orgId, ...note })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const setBody = (tx: OrgTx, id: string, body: string, now: Date) =>
  tx.updateTable('notes').set({ body, updated_at: now }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export async function deleteNotes(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('notes').where('id', 'in', ids).execute()
}

export async function namesOf(tx: OrgTx, rows: readonly Row[]): Promise<Names> {
  const ids = new Set(rows.flatMap(({ body, author_id: author }) => [...mentionedIn(body), ...(author === null ? [] : [author])]))
  if (ids.size === 0) return new Map()
  const { rows: people } = await sql<{ id: string; name: string }>`
    select user_id as id, name from auth.org_members() where user_id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** Those of the ids that are active members. */
export async function activeAmong(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select user_id as id from auth.org_members() where user_id = any(${[...ids]}::uuid[]) and status = 'ACTIVE'`.execute(tx)
  return rows.map(({ id }) => id)
}

export const exportNotes = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('notes')
    .select(['org_id as organizationId', 'subject', 'subject_id', 'body', 'created_at', 'updated_at'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()

/** Runs stand in partitions that are dropped; deleted campaigns and workflows stay as rows. */
const sweptSubjects: NoteSubject[] = ['run', 'workflow-run', 'campaign', 'workflow']

export const organizationsWithSweptNotes = (tx: SystemTx, after: string | null, limit: number): Promise<string[]> =>
  organizationsWith(tx, 'notes', sql`r.subject = any(${sweptSubjects}::text[])`, { after, limit })

/** Of what may have gone, what has notes, by id: those after the given one. */
export async function listSweptSubjects(tx: OrgTx, after: string | null, limit: number): Promise<{ subject: NoteSubject; id: string }[]> {
  const rows = await tx
    .selectFrom('notes')
    .select(['subject', 'subject_id as id'])
    .distinct()
    .where('subject', 'in', sweptSubjects)
    .$if(after !== null, (query) => query.where('subject_id', '>', after ?? ''))
    .orderBy('subject_id')
    .limit(limit)
    .execute()
  return rows.map(({ subject, id }) => ({ subject: subject as NoteSubject, id }))
}

export async function deleteNotesOn(tx: OrgTx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length > 0) await tx.deleteFrom('notes').where('subject_id', 'in', subjectIds).execute()
}
