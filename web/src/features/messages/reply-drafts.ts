import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '@imperium/contract/messages.ts'
import type { Attachment, Conversation } from '@imperium/contract/messages.ts'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import { call } from '../../lib/api.ts'
import { hasSession } from '../../lib/session.ts'
import { replyMutation } from './api.ts'
import { tryOf } from './try-key.ts'
import type { Try } from './try-key.ts'

export interface ReplyDraft {
  message: string
  files: readonly Attachment[]
  tried?: Try
}

type ReplyBody = Call<typeof messages.reply>['body']
type Change = (draft: ReplyDraft) => ReplyDraft

const root = 'reply-drafts'
const emptyDraft: ReplyDraft = { message: '', files: [] }
const isEmpty = ({ message, files }: ReplyDraft): boolean => message.trim() === '' && files.length === 0

/** The unsent reply of a conversation: text and attachments. */
export const draftOf = (client: QueryClient, conversationId: string): ReplyDraft =>
  client.getQueryData<ReplyDraft>([root, conversationId]) ?? emptyDraft

/** Stores a draft in the query cache, which is cleared with the session, as drafts must be. */
export function changeDraft(client: QueryClient, conversationId: string, change: Change): void {
  client.setQueryDefaults([root], { gcTime: Infinity })
  client.setQueryData<ReplyDraft>([root, conversationId], change(draftOf(client, conversationId)))
}

export const hasDrafts = (client: QueryClient): boolean =>
  client.getQueriesData<ReplyDraft>({ queryKey: [root] }).some(([, draft]) => draft !== undefined && !isEmpty(draft))

/** The idempotency key of a reply: every attempt of an unchanged reply uses the same key. */
export function keyOfTry(client: QueryClient, conversationId: string, body: ReplyBody): string {
  const tried = tryOf(draftOf(client, conversationId).tried, body)
  changeDraft(client, conversationId, (draft) => ({ ...draft, tried }))
  return tried.key
}

/** Removes the sent content from a draft and keeps later changes. */
function withoutSent({ message, files }: ReplyDraft, sent: ReplyBody): ReplyDraft {
  const isSent = (file: Attachment): boolean => sent.attachmentIds?.includes(file.id) ?? false
  return { message: message === sent.message ? '' : message, files: files.filter((file) => !isSent(file)) }
}

const sendingKey = (conversationId: string): string[] => ['messages', 'reply', conversationId]

/**
 * Sends the reply. The response is handled by the mutation, not by the form, which may be unmounted by then:
 * otherwise the draft would reappear as unsent.
 */
export const sendDraftMutation = (client: QueryClient, conversationId: string) => ({
  ...replyMutation,
  mutationKey: sendingKey(conversationId),
  mutationFn: (body: ReplyBody) =>
    call(messages.reply, { params: { id: conversationId }, body }, { idempotencyKey: keyOfTry(client, conversationId, body) }),
  onSuccess: (_response: Conversation, body: ReplyBody) => changeDraft(client, conversationId, (draft) => withoutSent(draft, body)),
})

/** True if a reply of the conversation is in flight, from any form. */
export const isSendingDraft = (client: QueryClient, conversationId: string): boolean =>
  client.isMutating({ mutationKey: sendingKey(conversationId) }) > 0

/**
 * The draft of a conversation, and whether it is in flight. It survives opening other conversations; a component must keep
 * one conversation for its lifetime.
 */
export function useReplyDraft(conversationId: string) {
  const client = useQueryClient()
  // Local state besides the cache: the cache notifies with a delay, which would move the cursor to the end.
  const [draft, setDraft] = useState(() => draftOf(client, conversationId))
  const [isSending, setIsSending] = useState(() => isSendingDraft(client, conversationId))
  // Both also change elsewhere: when the send of an earlier, closed form completes.
  useEffect(() => {
    const look = () => {
      setDraft(draftOf(client, conversationId))
      setIsSending(isSendingDraft(client, conversationId))
    }
    const stops = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, conversationId])
  const change = (make: Change) => {
    changeDraft(client, conversationId, make)
    setDraft(draftOf(client, conversationId))
    listenForLeaving(client)
  }
  return { draft, change, isSending }
}

let isConfirming = false

/** The browser asks before the page closes while any reply is unsent, on every page of the app. */
function listenForLeaving(client: QueryClient): void {
  if (isConfirming) return
  isConfirming = true
  window.addEventListener('beforeunload', (event) => {
    if (hasSession() && hasDrafts(client)) event.preventDefault()
  })
}
