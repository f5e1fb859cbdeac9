import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { messages } from '@imperium/contract/messages.ts'
import type { Attachment } from '@imperium/contract/messages.ts'
import { call, mutation, pages, query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'
import { toQuery } from './filters.ts'
import type { MessageFilters } from './filters.ts'

const pageRows = 50
/** Messages arrive from outside: the visible list is polled. */
const refetchMs = 15_000
const draftMs = 1_500

export const listQuery = (filters: MessageFilters) => ({
  ...pages(messages.list, { query: { ...toQuery(filters), limit: pageRows } }),
  staleTime: 0,
  refetchInterval: refetchMs,
  meta: { silent: true },
})
export const statsQuery = { ...query(messages.stats), refetchInterval: refetchMs, meta: { silent: true } }
export const conversationQuery = (id: string) => ({
  ...query(messages.read, { params: { id } }),
  // An agent needs seconds for a draft.
  refetchInterval: ({ state }: { state: { data?: { isDrafting: boolean } | undefined } }) => (state.data?.isDrafting ? draftMs : refetchMs),
  meta: { silent: true },
})
export const templatesQuery = { ...query(messages.templates), staleTime: 60_000 }
export const contactQuery = (id: string) => ({ ...query(contacts.read, { params: { id } }), staleTime: 30_000, meta: { silent: true } })
export const recipientsQuery = (q: string) => ({ ...query(messages.recipients, { query: { q } }), staleTime: 30_000 })

const invalidates = [['messages']] as const

export const createMutation = mutation(messages.create, {
  success: t('Message sent'),
  failure: t('The message could not be sent'),
  invalidates,
})
export const replyMutation = mutation(messages.reply, { success: t('Reply sent'), failure: t('The reply could not be sent'), invalidates })
export const decideMutation = mutation(messages.decide, { failure: t('The message could not be changed'), invalidates })
export const prioritizeMutation = mutation(messages.prioritize, { success: t('Saved'), invalidates })
/** The sender is then a contact and can be answered. */
export const addContactMutation = mutation(contacts.create, {
  success: t('Contact added'),
  failure: t('The contact could not be added'),
  invalidates: [['messages'], ['contacts']],
})
export const markMutation = mutation(messages.mark, { invalidates })
export const assignMutation = mutation(messages.assign, { success: t('Saved'), invalidates })
export const removeMutation = mutation(messages.remove, { success: t('Message deleted'), invalidates })

export const attach = (file: File): Promise<Attachment> =>
  call(
    messages.attach,
    { query: { name: file.name }, body: new Blob([file], { type: 'application/octet-stream' }) },
    { timeoutMs: 120_000 },
  )

export const downloadAttachmentMutation = {
  mutationFn: (id: string) => downloadFile(messages.attachment, { params: { id } }),
  meta: { failure: t('The file could not be downloaded') },
}
