import { mentionOf, partsOfNote } from '@imperium/contract/notes.ts'

export interface Person {
  id: string
  name: string
}

/** What is typed after an `@` before the caret: its place and the words so far. A name has at most three words. */
export function typedMention(text: string, caret: number): { at: number; q: string } | null {
  const found = /(?:^|[\s(])@((?:[^\s@]+ ?){0,3})$/u.exec(text.slice(0, caret))
  return found ? { at: caret - (found[1] ?? '').length - 1, q: (found[1] ?? '').trim() } : null
}

/** The text with a person in the place of what was typed, and the caret after it. */
export function withMention(text: string, { at, caret }: { at: number; caret: number }, { name }: Person): { text: string; caret: number } {
  const mention = `@${name} `
  return { text: text.slice(0, at) + mention + text.slice(caret).replace(/^ /, ''), caret: at + mention.length }
}

/** The body as the server stores it: every picked name that still stands in the text becomes a mention. */
export function bodyOf(text: string, people: readonly Person[]): string {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length)
  return longestFirst.reduce((body, { id, name }) => body.replaceAll(`@${name}`, mentionOf(id)), text)
}

/** The body as a member edits it. */
export const textOf = (body: string, people: readonly Person[]): string =>
  partsOfNote(body)
    .map((part) => ('text' in part ? part.text : `@${people.find(({ id }) => id === part.userId)?.name ?? ''}`))
    .join('')
