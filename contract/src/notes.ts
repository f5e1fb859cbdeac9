import { z } from 'zod'
import { Id, Timestamp, text } from './kit/fields.ts'
import { create, list, operations, remove, update } from './kit/operations.ts'

/** What notes are written on; `run`: of an agent. */
export const noteSubjects = ['contact', 'conversation', 'campaign', 'workflow', 'run', 'workflow-run'] as const
export type NoteSubject = (typeof noteSubjects)[number]

/** A mention inside a note's text: `<@` and the id of the member and `>`. */
const mention = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g

export const mentionOf = (userId: string): string => `<@${userId}>`

/** The ids of the mentioned members, each once, in the order of the text. */
export const mentionedIn = (body: string): string[] => [...new Set([...body.matchAll(mention)].map(([, id]) => id ?? ''))]

/** A note's text in its parts: words, and mentions by the id of the member. */
export function partsOfNote(body: string): ({ text: string } | { userId: string })[] {
  const parts = body.split(mention)
  return parts.map((part, at) => (at % 2 === 0 ? { text: part } : { userId: part })).filter((part) => !('text' in part) || part.text !== '')
}

const Person = z.object({ id: Id, name: z.string() })

export const Note = z
  .object({
    id: Id,
    subject: z.enum(noteSubjects),
    subjectId: Id,
    /** Plain text; a mention is `<@id of the member>`. */
    body: z.string(),
    /** Null when the account is gone. */
    author: Person.nullable(),
    /** The caller wrote it, and may change and delete it. */
    isMine: z.boolean(),
    /** The mentioned members that still exist. */
    mentions: z.array(Person).max(20),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

const body = text(4000)
  .min(1, 'Text is required')
  .refine((given) => mentionedIn(given).length <= 20, 'At most 20 people can be mentioned')

export const notes = operations(
  'notes',
  { read: 'notes:read', write: 'notes:write' },
  {
    list: list('/notes', 'List the notes on one thing, newest first', {
      row: Note,
      filter: { subject: z.enum(noteSubjects), subjectId: Id },
    }),
    create: create('/notes', 'Write a note; mentioned members are notified', {
      body: z.strictObject({ subject: z.enum(noteSubjects), subjectId: Id, body }),
      reply: Note,
    }),
    update: update('/notes/:id', 'Change your own note; members it mentions for the first time are notified', {
      body: z.strictObject({
        body,
        /** Of the version that the caller read: 409 when it was changed since. */
        updatedAt: Timestamp.optional(),
      }),
      reply: Note,
    }),
    remove: remove('/notes/:id', 'Delete your own note', { errors: [] }),
  },
)
