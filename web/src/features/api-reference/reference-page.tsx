import { Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { PublicFrame } from '../landing/index.ts'
import { referenceQuery } from './api.ts'
import { OperationDetails } from './operation-details.tsx'
import type { ReferenceSearch } from './reference-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './api-reference.module.css'

const route = getRouteApi('/api-reference')

/** /api-reference: every operation of the public API, for everyone. */
export function ReferencePage() {
  useDocumentTitle(t('API reference'))
  const search = route.useSearch()
  const change = changeSearch<ReferenceSearch>(route.useNavigate())
  const { data, error, refetch } = useQuery(referenceQuery)
  const wanted = (search.q ?? '').toLowerCase()
  const found = (data ?? []).filter((each) => `${each.method} ${each.path} ${each.summary} ${each.id}`.toLowerCase().includes(wanted))
  const parts = [...Map.groupBy(found, ({ tag }) => tag)]
  return (
    <PublicFrame>
      <main className={classes.page}>
        <h1 className={classes.title}>{t('API reference')}</h1>
        <p className={classes.text}>
          {t('Every operation of the public API, below /api/v1. Calls need an API key as a bearer token.')}{' '}
          <a href="/api/openapi.json">{t('OpenAPI document')}</a>
        </p>
        <TextInput
          className={classes.search ?? ''}
          aria-label={t('Search operations')}
          placeholder={t('Search operations')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.currentTarget.value || undefined }, true)}
        />
        {error && <ErrorState error={error} title={t('The API reference could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={420} radius={12} />}
        {data && found.length === 0 && (
          <EmptyState icon={IconSearch} title={t('No matches')} text={t('No operation contains this text.')} />
        )}
        {parts.map(([tag, operations]) => (
          <Part key={tag} tag={tag} operations={operations} isOpen={wanted !== '' || search.tag === tag} search={search} change={change} />
        ))}
      </main>
    </PublicFrame>
  )
}

interface PartProps {
  tag: string
  operations: readonly ReferenceOperation[]
  isOpen: boolean
  search: ReferenceSearch
  change: ReturnType<typeof changeSearch<ReferenceSearch>>
}

function Part({ tag, operations, isOpen, search, change }: PartProps) {
  return (
    <section className={classes.part} aria-label={tag}>
      <h2 className={styles.partTitle}>
        <button type="button" aria-expanded={isOpen} onClick={() => change({ tag: isOpen ? undefined : tag, operation: undefined }, true)}>
          {tag}
          <span className={classes.count}>{plural(operations.length, { one: '{count} operation', other: '{count} operations' })}</span>
        </button>
      </h2>
      {isOpen &&
        operations.map((operation) => {
          const isShown = search.operation === operation.id
          return (
            <article key={operation.id} className={classes.operation}>
              <h3>
                <button
                  type="button"
                  aria-expanded={isShown}
                  onClick={() => change({ tag, operation: isShown ? undefined : operation.id }, true)}
                >
                  <code className={classes.method} data-method={operation.method}>
                    {operation.method}
                  </code>
                  <code>{operation.path}</code>
                  <span className={classes.summary}>{operation.summary}</span>
                </button>
              </h3>
              {isShown && <OperationDetails operation={operation} />}
            </article>
          )
        })}
    </section>
  )
}
