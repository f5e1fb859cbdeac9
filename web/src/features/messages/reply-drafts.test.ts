import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Conversation } from '@imperium/contract/messages.ts'
import { changeDraft, draftOf, hasDrafts, isSendingDraft, keyOfTry, sendDraftMutation } from './reply-drafts.ts'

const file = { id: 'f1', name: 'october.csv', size: 8, type: 'text/csv' }
const texts = { message: 'Your refund is on its way.', attachmentIds: ['f1'] }

/** A reply in flight, from a form that was closed before its response. */
function leaveWhileSending() {
  const client = new QueryClient()
  const response = Promise.withResolvers<Conversation>()
  changeDraft(client, 'one', () => ({ message: texts.message, files: [file] }))
  const form = new MutationObserver(client, { ...sendDraftMutation(client, 'one'), mutationFn: () => response.promise })
  const leave = form.subscribe(() => undefined)
  const sent = form.mutate(texts)
  leave()
  return { client, sent, answer: () => response.resolve({} as Conversation), fail: () => response.reject(new Error('no connection')) }
}

test('clears a sent draft even when other conversations were opened before the response', async () => {
  const { client, sent, answer: response } = leaveWhileSending()
  expect(isSendingDraft(client, 'one')).toBe(true)
  expect(isSendingDraft(client, 'two')).toBe(false)
  response()
  await sent
  expect(isSendingDraft(client, 'one')).toBe(false)
  expect(draftOf(client, 'one')).toEqual({ message: '', files: [] })
})

test('keeps changes made to a draft during its send and the whole draft after a failed send', async () => {
  const later = { ...file, id: 'f2' }
  const { client, sent, answer: response } = leaveWhileSending()
  changeDraft(client, 'one', (draft) => ({ ...draft, message: 'One thing more', files: [...draft.files, later] }))
  response()
  await sent
  expect(draftOf(client, 'one')).toEqual({ message: 'One thing more', files: [later] })
  const other = leaveWhileSending()
  other.fail()
  await expect(other.sent).rejects.toThrow('no connection')
  expect(draftOf(other.client, 'one')).toMatchObject({ message: texts.message, files: [file] })
})

test('a second try of the same reply has the key of the first; another reply, and the same after it was sent, has its own', async () => {
  const { client, sent, answer: response } = leaveWhileSending()
  const first = keyOfTry(client, 'one', texts)
  expect(keyOfTry(client, 'one', texts)).toBe(first)
  expect(keyOfTry(client, 'two', texts)).not.toBe(first)
  response()
  await sent
  expect(keyOfTry(client, 'one', texts)).not.toBe(first)
  const second = keyOfTry(client, 'one', texts)
  expect(keyOfTry(client, 'one', { ...texts, message: 'Another' })).not.toBe(second)
})

test('reports drafts while a conversation has unsent text or files', async () => {
  const { client, sent, answer: response } = leaveWhileSending()
  expect(hasDrafts(client)).toBe(true)
  response()
  await sent
  expect(hasDrafts(client)).toBe(false)
  changeDraft(client, 'two', () => ({ message: ' \n', files: [] }))
  expect(hasDrafts(client)).toBe(false)
  changeDraft(client, 'two', () => ({ message: '', files: [file] }))
  expect(hasDrafts(client)).toBe(true)
})
