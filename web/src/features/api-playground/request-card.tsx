import { Select, Skeleton, TextInput } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { t } from '../../lib/words.ts'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { endpointKey, enabled, orderEndpoints, placeholdersOf, takesBody } from './draft.ts'
import type { Draft } from './draft.ts'
import type { BodySchema } from './json-editor.tsx'
import { RowsEditor } from './rows-editor.tsx'
import type { TokenState } from './use-token.ts'
import classes from './playground.module.css'

const TokenPanel = lazy(async () => ({ default: (await import('./token-panel.tsx')).TokenPanel }))
const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

const tabs = ['query', 'headers', 'body', 'authentication'] as const
type Tab = (typeof tabs)[number]

interface RequestCardProps {
  draft: Draft
  change: (change: Partial<Draft>) => void
  operations: readonly ReferenceOperation[]
  onChoose: (key: string | null) => void
  bodySchema: BodySchema | null
  token: TokenState
  refusal: string | undefined
}

/** Endpoint, placeholders, query, headers, body and token of the request. */
export function RequestCard({ draft, change, operations, onChoose, bodySchema, token, refusal }: RequestCardProps) {
  const [chosen, setTab] = useState<Tab>('query')
  const withBody = takesBody(draft.method)
  const tab = chosen === 'body' && !withBody ? 'query' : chosen
  const count = (label: string, rows: Draft['query']) => (enabled(rows).length ? `${label} (${enabled(rows).length})` : label)
  const labels = {
    query: count(t('Query'), draft.query),
    headers: count(t('Headers'), draft.headers),
    ...(withBody ? { body: t('Body') } : {}),
    authentication: t('Authentication'),
  } as Record<Tab, string>
  return (
    <section className={classes.card} aria-label={t('Request')}>
      <EndpointPicker draft={draft} operations={operations} onChoose={onChoose} />
      {placeholdersOf(draft.path).map((name) => (
        <TextInput
          key={name}
          label={name}
          withAsterisk
          classNames={{ input: classes.mono ?? '' }}
          value={draft.pathValues[name] ?? ''}
          onChange={(event) => change({ pathValues: { ...draft.pathValues, [name]: event.currentTarget.value } })}
        />
      ))}
      <PageTabs tabs={labels} open={tab} onOpen={setTab}>
        {tab === 'query' && (
          <RowsEditor
            label={t('Query parameter')}
            addLabel={t('Add parameter')}
            rows={draft.query}
            onChange={(query) => change({ query })}
          />
        )}
        {tab === 'headers' && (
          <RowsEditor label={t('Header')} addLabel={t('Add header')} rows={draft.headers} onChange={(headers) => change({ headers })} />
        )}
        {tab === 'body' && (
          <Suspense fallback={<Skeleton height={200} radius={8} />}>
            <JsonEditor value={draft.body} described={bodySchema} onChange={(body) => change({ body })} />
          </Suspense>
        )}
        {tab === 'authentication' && (
          <Suspense fallback={<Skeleton height={120} />}>
            <TokenPanel token={token} refusal={refusal} />
          </Suspense>
        )}
      </PageTabs>
    </section>
  )
}

const custom = 'custom'

function EndpointPicker({ draft, operations, onChoose }: Pick<RequestCardProps, 'draft' | 'operations' | 'onChoose'>) {
  const { first, others } = orderEndpoints(operations)
  const option = (each: ReferenceOperation) => ({ value: endpointKey(each), label: `${each.method} ${each.path.replace('/api/v1', '')}` })
  const key = endpointKey(draft)
  const isKnown = operations.some((each) => endpointKey(each) === key)
  return (
    <Select
      label={t('Endpoint')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('No matches')}
      data={[
        { value: custom, label: t('Custom Endpoint') },
        ...(first.length ? [{ group: t('Common'), items: first.map(option) }] : []),
        ...(others.length ? [{ group: t('All'), items: others.map(option) }] : []),
      ]}
      value={isKnown ? key : custom}
      onChange={(next) => onChoose(next === custom ? null : next)}
    />
  )
}
