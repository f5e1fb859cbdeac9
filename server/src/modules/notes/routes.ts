import { notes } from '@imperium/contract/notes.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findSubject } from './note-subjects.ts'
import { namesOf, notePage, toNote } from './store.ts'
import { createNote, removeNote, updateNote } from './write-notes.ts'

export const noteOperations = (platform: Platform) =>
  bindOperations(notes, {
    list: async ({ query }, context) => {
      const { tx, caller } = context
      await findSubject(platform, context, query)
      const { rows, nextCursor } = await notePage(platform.cursors, { tx, list: 'notes', query }, query)
      const names = await namesOf(tx, rows)
      return { rows: rows.map((row) => toNote(row, names, caller.userId)), nextCursor }
    },
    create: ({ body }, context) => createNote(platform, context, body),
    update: ({ params, body }, context) => updateNote(platform, context, params.id, body),
    remove: ({ params }, context) => removeNote(platform, context, params.id),
  })
