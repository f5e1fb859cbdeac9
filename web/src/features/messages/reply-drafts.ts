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

/** What was typed as the reply to a conversation, and attached, and not sent yet. */
export const draftOf = (client: QueryClient, conversationId: string): ReplyDraft =>
  client.getQueryData<ReplyDraft>([root, conversationId]) ?? emptyDraft

/** Keeps a draft among what the page knows of the server: that is forgotten with the session, and this must be, too. */
export function changeDraft(client: QueryClient, conversationId: string, change: Change): void {
  client.setQueryDefaults([root], { gcTime: Infinity })
  client.setQueryData<ReplyDraft>([root, conversationId], change(draftOf(client, conversationId)))
}

export const hasDrafts = (client: QueryClient): boolean =>
  client.getQueriesData<ReplyDraft>({ queryKey: [root] }).some(([, draft]) => draft !== undefined && !isEmpty(draft))

/** The key under which a reply is sent: as long as it stays the same reply, each try of it has the same. */
export function keyOfTry(client: QueryClient, conversationId: string, body: ReplyBody): string {
  const tried = tryOf(draftOf(client, conversationId).tried, body)
  changeDraft(client, conversationId, (draft) => ({ ...draft, tried }))
  return tried.key
}

/** Takes off a draft what was sent, and leaves what came to it since. */
function takeSent({ message, files }: ReplyDraft, sent: ReplyBody): ReplyDraft {
  const isSent = (file: Attachment): boolean => sent.attachmentIds?.includes(file.id) ?? false
  return { message: message === sent.message ? '' : message, files: files.filter((file) => !isSent(file)) }
}

const sendingKey = (conversationId: string): string[] => ['messages', 'reply', conversationId]

/**
 * Sends the reply that was written. What follows the answer belongs to the sending and not to the form: that may be gone by then, and the
 * draft would be found as if it had not been sent.
 */
export const sendDraftMutation = (client: QueryClient, conversationId: string) => ({
  ...replyMutation,
  mutationKey: sendingKey(conversationId),
  mutationFn: (body: ReplyBody) =>
    call(messages.reply, { params: { id: conversationId }, body }, { idempotencyKey: keyOfTry(client, conversationId, body) }),
  onSuccess: (_answer: Conversation, body: ReplyBody) => changeDraft(client, conversationId, (draft) => takeSent(draft, body)),
})

/** Whether the reply of a conversation is under way, whichever form began it. */
export const isSendingDraft = (client: QueryClient, conversationId: string): boolean =>
  client.isMutating({ mutationKey: sendingKey(conversationId) }) > 0

/**
 * The draft of a conversation, and whether it is being sent. It waits while other conversations are looked at; one conversation for the
 * life of a component.
 */
export function useReplyDraft(conversationId: string) {
  const client = useQueryClient()
  // A state of its own besides: the cache tells of a change a moment later, in which the cursor would jump to the end.
  const [draft, setDraft] = useState(() => draftOf(client, conversationId))
  const [isSending, setIsSending] = useState(() => isSendingDraft(client, conversationId))
  // Both change from elsewhere, too: with the answer to what a form sent that was left meanwhile.
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
    askBeforeLeaving(client)
  }
  return { draft, change, isSending }
}

let isAsking = false

/** The browser asks before it closes the page, wherever in it one is by then, while a reply waits to be sent. */
function askBeforeLeaving(client: QueryClient): void {
  if (isAsking) return
  isAsking = true
  window.addEventListener('beforeunload', (event) => {
    if (hasSession() && hasDrafts(client)) event.preventDefault()
  })
}
