import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { call, query } from '../../lib/api.ts'

const inPlace = { silent: true } as const

export const styleQuery = { ...query(emailDesigns.readStyle), staleTime: 60_000, meta: inPlace }
export const savedBlocksQuery = { ...query(emailDesigns.listBlocks, { query: { limit: 100 } }), staleTime: 30_000, meta: inPlace }
export const segmentNamesQuery = { ...query(segments.list, { query: { limit: 100 } }), staleTime: 30_000, meta: inPlace }

const uploadTimeoutMs = 60_000

export const uploadImage = (file: File) =>
  call(emailDesigns.uploadImage, { query: { name: file.name.slice(0, 120) }, body: file }, { timeoutMs: uploadTimeoutMs })
