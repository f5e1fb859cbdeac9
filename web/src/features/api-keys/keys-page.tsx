import { IconKey } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { ApiKey, CreatedApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useSuspension } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Page } from '../../ui/page/page.tsx'
import { keysQuery } from './api.ts'
import type { KeysSearch } from './keys-search.ts'

const KeysTable = lazy(async () => ({ default: (await import('./keys-table.tsx')).KeysTable }))
const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }))

interface KeysPageProps {
  kind: KeyKind
  search: KeysSearch
  change: ChangeSearch<KeysSearch>
}

const texts = {
  organization: {
    title: t('API Keys'),
    subtitle: t('Keys for programs that call the public API of this organization.'),
    empty: t('No API keys yet'),
    emptyText: t('Create one to call the public API from your own programs.'),
  },
  agent: {
    title: t('Agent API Keys'),
    subtitle: t('Each of these keys can only run one agent.'),
    empty: t('No agent API keys yet'),
    emptyText: t('Create one to let a program run a single agent.'),
  },
} as const satisfies Record<KeyKind, object>

const statusOptions = [
  { value: 'active', label: t('Active||API key') },
  { value: 'inactive', label: t('Inactive||API key') },
]

/** The API keys of one kind: create, show once, edit, rotate, revoke. */
export function KeysPage(props: KeysPageProps) {
  const { title, subtitle } = texts[props.kind]
  if (useCan('api-keys:manage')) return <Keys {...props} />
  return (
    <Page title={title} subtitle={subtitle}>
      <EmptyState
        icon={IconKey}
        title={t('Only owners and administrators manage API keys')}
        text={t('Ask one of them if you need a key.')}
      />
    </Page>
  )
}

type Open = { edit: ApiKey } | { rotate: ApiKey } | { made: CreatedApiKey }

function Keys({ kind, search, change }: KeysPageProps) {
  const { title, subtitle, empty, emptyText } = texts[kind]
  const refusal = useSuspension()
  const list = useRows(keysQuery(kind, search))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const show = (made: CreatedApiKey) => {
    setOpen({ made })
    if (search.create) change({ create: undefined }, true)
  }
  return (
    <ListPage
      title={title}
      subtitle={subtitle}
      icon={IconKey}
      list={list}
      search={search}
      change={change}
      find={{ label: t('Search API keys') }}
      filters={[{ key: 'status', label: t('Status'), options: statusOptions }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} key', other: '{count} keys' })}
      failed={t('API keys could not be loaded')}
      create={{ label: t('Create API key'), refusal }}
      empty={{
        title: empty,
        text: emptyText,
        preview: (
          <EmptyPreview
            kind="rows"
            icon={IconKey}
            items={[t('Website'), t('Nightly export'), t('Mobile app')].map((title) => ({ title, value: t('Active||API key') }))}
          />
        ),
      }}
      noMatch={{ title: t('No key matches'), text: t('No API key fits this search and this status.') }}
      hidesEmptyBar
      renderRows={(table) => (
        <KeysTable
          label={title}
          {...table}
          refusal={refusal}
          onEdit={(edit) => setOpen({ edit })}
          onRotate={(rotate) => setOpen({ rotate })}
        />
      )}
    >
      <Overlays open={open ? (Object.keys(open)[0] ?? '') : search.create ? 'create' : ''}>
        {search.create && !refusal && (
          <KeyDialog kind={kind} editing={null} onMade={show} onClose={() => change({ create: undefined }, true)} />
        )}
        {open && 'edit' in open && <KeyDialog kind={kind} editing={open.edit} onMade={show} onClose={close} />}
        {open && 'rotate' in open && <RotateDialog of={open.rotate} onMade={show} onClose={close} />}
        {open && 'made' in open && <NewKeyDialog made={open.made} onClose={close} />}
      </Overlays>
    </ListPage>
  )
}
