import { knowledge } from '@imperium/contract/knowledge.ts'
import type { Attachment } from '@imperium/contract/messages.ts'
import { support } from '@imperium/contract/support.ts'
import { call, mutation, pages, query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'
import type { SupportSearch } from './support-search.ts'

const inPlace = { silent: true } as const
/** Answers arrive from outside. */
const refetchMs = 30_000
const invalidates = [['support']] as const

export const overviewQuery = { ...query(support.overview), meta: inPlace }
export const ticketsQuery = ({ status }: SupportSearch) => ({
  ...pages(support.list, { query: { limit: 50, ...(status ? { status } : {}) } }),
  refetchInterval: refetchMs,
  meta: inPlace,
})
export const ticketQuery = (id: string) => ({ ...query(support.read, { params: { id } }), refetchInterval: refetchMs, meta: inPlace })
export const helpQuery = (q: string) => ({ ...query(knowledge.search, { query: { q, limit: 20 } }), staleTime: 60_000, meta: inPlace })

export const createMutation = mutation(support.create, {
  success: t('Ticket sent'),
  failure: t('The ticket could not be sent'),
  invalidates,
})
export const replyMutation = mutation(support.reply, { success: t('Reply sent'), failure: t('The reply could not be sent'), invalidates })
export const closeMutation = mutation(support.close, {
  success: t('Ticket closed'),
  failure: t('The ticket could not be closed'),
  invalidates,
})
export const attachToTicket = (file: File): Promise<Attachment> =>
  call(support.attach, { query: { name: file.name }, body: new Blob([file], { type: 'application/octet-stream' }) }, { timeoutMs: 120_000 })
export const downloadMutation = {
  mutationFn: (id: string) => downloadFile(support.attachment, { params: { id } }),
  meta: { failure: t('The file could not be downloaded') },
}
