import { consents } from '@imperium/contract/contacts/consents.ts'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { call, mutation, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'

/** Shown in place, so without a toast. */
const inPlace = { silent: true } as const
const progressEveryMs = 1_000

/** Confirmation emails are sent in batches by the minute, so a slower polling interval is enough. */
const confirmationsEveryMs = 5_000

const isMoving = (status: ContactImport['status'] | undefined) => status === 'running' || status === 'undoing'

export const importsQuery = {
  ...pages(contactImports.list, { query: { limit: 25 } }),
  meta: inPlace,
}
/** Polled every second while the import is active. */
export const importQuery = (id: string) => ({
  ...query(contactImports.read, { params: { id } }),
  meta: inPlace,
  refetchInterval: ({ state }: { state: { data?: ContactImport | undefined } }) =>
    isMoving(state.data?.status) ? progressEveryMs : state.data?.askWaitingCount ? confirmationsEveryMs : false,
})
/** Rows that an import left out, behind `after`. */
export const errorRowsQuery = (id: string, after: number) => ({
  ...query(contactImports.errorRows, { params: { id }, query: { after } }),
  meta: inPlace,
  staleTime: 0,
})
export const fieldsQuery = { ...query(contactFields.fields), meta: inPlace }
export const purposesQuery = { ...query(consents.listPurposes), meta: inPlace }

export type Layout = Partial<Pick<ImportPreview, 'separator' | 'encoding' | 'hasHeader' | 'titleRows'>> & {
  dateOrder?: NonNullable<ImportSettings['dateOrder']>
  columns?: ImportPreview['columns'][number]['target'][]
}
export const previewQuery = (id: string, layout: Layout) => ({
  // A separate key that a start does not invalidate: an import in progress has no preview any more.
  queryKey: ['contact-import-preview', id, layout],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(contactImports.preview, { params: { id }, body: layout }, { signal, timeoutMs: 30_000 }),
  meta: inPlace,
})

const invalidates = [['contact-imports'], ['contacts']]
export const startMutation = mutation(contactImports.start, { invalidates, silent: true })
export const resumeMutation = mutation(contactImports.resume, { invalidates, failure: t('The import could not be resumed') })
export const removeFileMutation = mutation(contactImports.removeFile, { invalidates, failure: t('The file could not be deleted') })
export const cancelMutation = mutation(contactImports.cancel, { invalidates, failure: t('The import could not be stopped') })
export const undoMutation = mutation(contactImports.undo, { invalidates, failure: t('The import could not be undone') })

/** A new field can be chosen immediately. */
export function rememberField(field: ContactField): void {
  queryClient.setQueryData(fieldsQuery.queryKey, (known: ContactField[] | undefined) => [...(known ?? []), field])
  void queryClient.invalidateQueries({ queryKey: ['contacts'] })
}

export function prefetchImportsPage(): void {
  void queryClient.prefetchInfiniteQuery(importsQuery)
}
