import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/use-session.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import { PageActions } from '../page-actions.tsx'

const SettingsDialog = lazy(async () => ({ default: (await import('../settings/settings-dialog.tsx')).SettingsDialog }))

interface DocumentsSearch {
  create?: true
  edit?: string
  settings?: true
}

/** What a form of documents needs; `id` null: a new one. */
export interface DocumentFormProps {
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

interface DocumentsPageProps<Row, S extends DocumentsSearch> extends Omit<ListPageProps<Row, S>, 'create' | 'actions' | 'children'> {
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  createLabel: string
  /** Downloads the list as CSV. */
  download: () => Promise<void>
  downloadFailure: string
  moreActions?: ReactNode
  /** The open one; its panel, and the parameter that names it. */
  openId: string | undefined
  openKey: keyof S & string
  panel: ReactNode
  renderForm: (props: DocumentFormProps & { key: string }) => ReactNode
  /** Another dialog of the page, and whether it is open. */
  dialog?: { name: string; content: ReactNode } | undefined
}

/** A list of sales documents with its panel, its form and the sales settings. */
export function DocumentsPage<Row, S extends DocumentsSearch>({
  refusal,
  createLabel,
  download,
  downloadFailure,
  moreActions,
  openId,
  openKey,
  panel,
  renderForm,
  dialog,
  ...page
}: DocumentsPageProps<Row, S>) {
  const { search } = page
  const change = page.change as ChangeSearch<Record<string, unknown>>
  const mayWrite = useCan('sales:write')
  const mayManage = useCan('sales:manage')
  const edited = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  const close = () => change({ create: undefined, edit: undefined, settings: undefined }, true)
  return (
    <ListPage
      {...page}
      actions={
        <>
          {moreActions}
          <PageActions download={download} failure={downloadFailure} onSettings={() => change({ settings: true })} />
        </>
      }
      create={mayWrite ? { label: createLabel, refusal } : undefined}
    >
      <Overlays open={openId ?? ''}>{openId && panel}</Overlays>
      <Overlays open={edited || (dialog?.name ?? (search.settings ? 'settings' : ''))}>
        {edited !== '' &&
          renderForm({
            key: edited,
            id: search.edit ?? null,
            refusal,
            onClose: close,
            onSaved: (id) => change({ create: undefined, edit: undefined, [openKey]: id }, true),
          })}
        {dialog?.content}
        {search.settings && mayManage && <SettingsDialog onClose={close} />}
      </Overlays>
    </ListPage>
  )
}
