import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import { mentionedIn } from '@imperium/contract/notes.ts'
import type { Note, NoteSubject } from '@imperium/contract/notes.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { findSubject } from './note-subjects.ts'
import type { NamedSubject } from './note-subjects.ts'
import { activeAmong, deleteNotes, insertNote, lockNote, namesOf, setBody, toNote } from './store.ts'

/** Members were mentioned in a note, each for the first time in it. */
export const memberMentioned = defineInternalEvent(
  'note.mentioned',
  z.object({ noteId: Id, subjectId: Id, name: personalText(), path: z.string(), by: personalText(), userIds: z.array(Id) }),
)

/** @throws 404 without the subject; 422 when a mentioned person is no active member. */
export async function createNote(
  platform: Platform,
  context: OrgContext,
  { subject, subjectId, body }: { subject: NoteSubject; subjectId: string; body: string },
): Promise<Note> {
  const { tx, caller, audit } = context
  const named = await findSubject(platform, context, { subject, subjectId })
  const mentioned = await readMentions(context, body)
  const row = await insertNote(tx, { id: newId(), subject, subject_id: subjectId, body, author_id: caller.userId })
  audit({ targetId: row.id, after: { subject, subjectId } })
  await tellMentioned(platform, context, { noteId: row.id, subjectId, named, userIds: mentioned })
  return toNote(row, await namesOf(tx, [row]), caller.userId)
}

/** @throws 403 when another member wrote it; 404; 409 for a stale write; 422 as above. */
export async function updateNote(
  platform: Platform,
  context: OrgContext,
  id: string,
  { body, updatedAt }: { body: string; updatedAt?: string | undefined },
): Promise<Note> {
  const { tx, caller, audit } = context
  const { row, named } = await lockOwn(platform, context, id)
  assertFresh(row, updatedAt)
  const before = new Set(mentionedIn(row.body))
  const added = await readMentions(context, body, before)
  const saved = await setBody(tx, id, body, nextStamp(row, platform.clock.now()))
  audit({ after: { subject: row.subject, subjectId: row.subject_id } })
  await tellMentioned(platform, context, { noteId: id, subjectId: row.subject_id, named, userIds: added })
  return toNote(saved, await namesOf(tx, [saved]), caller.userId)
}

/** @throws 403 when another member wrote it; 404. */
export async function removeNote(platform: Platform, context: OrgContext, id: string): Promise<null> {
  const { row } = await lockOwn(platform, context, id)
  await deleteNotes(context.tx, [id])
  context.audit({ before: { subject: row.subject, subjectId: row.subject_id } })
  return null
}

async function lockOwn(platform: Platform, context: OrgContext, id: string) {
  const row = found(await lockNote(context.tx, id))
  // The table's check limits it to the values of the contract.
  const named = await findSubject(platform, context, { subject: row.subject as NoteSubject, subjectId: row.subject_id })
  if (row.author_id !== context.caller.userId) throw forbidden('Only the author can change or delete a note.')
  return { row, named }
}

async function readMentions({ tx }: OrgContext, body: string, known: ReadonlySet<string> = new Set()): Promise<string[]> {
  const added = mentionedIn(body).filter((id) => !known.has(id))
  if ((await activeAmong(tx, added)).length !== added.length)
    throw invalid([{ path: 'body', message: 'A mentioned person is not a member of this organization' }])
  return added
}

interface Mentioned {
  noteId: string
  subjectId: string
  named: NamedSubject
  userIds: readonly string[]
}

async function tellMentioned(
  { events }: Platform,
  { tx, caller, actor }: OrgContext,
  { noteId, subjectId, named: { name, path }, userIds }: Mentioned,
): Promise<void> {
  const others = userIds.filter((id) => id !== caller.userId)
  if (others.length > 0) await events.emit(tx, memberMentioned, { noteId, subjectId, name, path, by: actor.name, userIds: others })
}
