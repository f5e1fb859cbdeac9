import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attachment } from '@imperium/contract/messages.ts'

export interface ReplyDraft {
  message: string
  files: readonly Attachment[]
}

export const emptyDraft: ReplyDraft = { message: '', files: [] }

/**
 * What was typed as the reply to a conversation, and attached, and not sent yet. It waits while other conversations are looked at, among
 * what the page knows of the server: that is forgotten with the session, and this must be, too. One conversation for the life of a component.
 */
export function useReplyDraft(conversationId: string): [ReplyDraft, (change: (draft: ReplyDraft) => ReplyDraft) => void] {
  const client = useQueryClient()
  const root = 'reply-drafts'
  const queryKey = [root, conversationId]
  const kept = () => client.getQueryData<ReplyDraft>(queryKey) ?? emptyDraft
  // A state of its own besides: the cache tells of a change a moment later, in which the cursor would jump to the end.
  const [draft, setDraft] = useState(kept)
  const change = (make: (draft: ReplyDraft) => ReplyDraft) => {
    const next = make(kept())
    client.setQueryDefaults([root], { gcTime: Infinity })
    client.setQueryData<ReplyDraft>(queryKey, next)
    setDraft(next)
  }
  return [draft, change]
}
