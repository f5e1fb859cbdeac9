import { notes } from '@imperium/contract/notes.ts'
import type { NoteSubject } from '@imperium/contract/notes.ts'
import { team } from '@imperium/contract/team.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export interface NotedThing {
  subject: NoteSubject
  subjectId: string
}

const onPage = 50
const shownPeople = 6
const refetch = { invalidates: [keyOf(notes.list)] }

export const notesQuery = (thing: NotedThing) => ({
  ...pages(notes.list, { query: { ...thing, limit: onPage } }),
  meta: { silent: true },
})

/** Members whose name or address contains the text. */
export const peopleQuery = (q: string) => ({
  ...query(team.members, { query: { status: 'ACTIVE', limit: shownPeople, ...(q ? { q } : {}) } }),
  meta: { silent: true },
})

export const createMutation = mutation(notes.create, { failure: t('The note could not be saved'), ...refetch })
export const updateMutation = mutation(notes.update, { failure: t('The note could not be saved'), ...refetch })
export const removeMutation = mutation(notes.remove, {
  failure: t('The note could not be deleted'),
  success: t('Note deleted'),
  ...refetch,
})
