import { Button } from '@mantine/core'
import { IconLifebuoy, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { SupportOverview } from '@imperium/contract/support.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { CardSkeletons, LoadMore } from '../../ui/list/card-list.tsx'
import { ListView } from '../../ui/list/list-view.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Page } from '../../ui/page/page.tsx'
import { overviewQuery, ticketsQuery } from './api.ts'
import { DeskNotice } from './desk-notice.tsx'
import { HelpResults } from './help-results.tsx'
import type { SupportSearch } from './support-search.ts'
import { statusLabels } from './ticket-labels.ts'
import { TicketRow } from './ticket-row.tsx'
import styles from '../../ui/styles.module.css'
import classes from './support.module.css'

const TicketDialog = lazy(async () => ({ default: (await import('./ticket-dialog.tsx')).TicketDialog }))
const TicketPage = lazy(async () => ({ default: (await import('./ticket-page.tsx')).TicketPage }))
const route = getRouteApi('/org/$orgSlug/support')

/** /org/{slug}/support: the help first, then tickets to the operator of the installation. */
export function SupportPage() {
  const search = route.useSearch()
  const change = changeSearch<SupportSearch>(route.useNavigate())
  const { data: overview } = useQuery(overviewQuery)
  return (
    <>
      {search.ticket ? (
        <Suspense fallback={null}>
          <TicketPage key={search.ticket} id={search.ticket} overview={overview} onBack={() => change({ ticket: undefined })} />
        </Suspense>
      ) : (
        <SupportHome search={search} change={change} overview={overview} />
      )}
      <Overlays open={search.create ? 'create' : ''}>
        {search.create && (
          <TicketDialog
            overview={overview}
            onSaved={(id) => change({ create: undefined, ticket: id }, true)}
            onClose={() => change({ create: undefined }, true)}
          />
        )}
      </Overlays>
    </>
  )
}

interface SupportHomeProps {
  search: SupportSearch
  change: ChangeSearch<SupportSearch>
  overview: SupportOverview | undefined
}

function SupportHome({ search, change, overview }: SupportHomeProps) {
  const list = useRows(ticketsQuery(search))
  return (
    <Page
      title={t('Support')}
      subtitle={t('Search the help first. If it does not answer, write to the operator of this installation.')}
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => change({ create: true })}>
          {t('New ticket')}
        </Button>
      }
    >
      {overview && <DeskNotice overview={overview} />}
      <ListView
        icon={IconLifebuoy}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search the help') }}
        filters={[
          {
            key: 'status',
            label: t('Status'),
            options: (['open', 'answered', 'closed'] as const).map((value) => ({ value, label: statusLabels[value] })),
          },
        ]}
        count=""
        failed={t('Tickets could not be loaded')}
        empty={{ title: t('No tickets yet'), text: t('Tickets that you send appear here, with the answers.') }}
        noMatch={
          search.status
            ? { title: t('No tickets found'), text: t('Try adjusting your filters') }
            : { title: t('No tickets yet'), text: t('Tickets that you send appear here, with the answers.'), action: null }
        }
        renderRows={({ rows, loading }) =>
          loading ? (
            <CardSkeletons size={{ heightPx: 64, widthPx: 420 }} />
          ) : (
            <section aria-label={t('Tickets')}>
              <h2 className={classes.heading}>
                {t('Tickets')}
                {list.total !== null && (
                  <span className={styles.small}>{plural(list.total, { one: '{count} ticket', other: '{count} tickets' })}</span>
                )}
              </h2>
              <ul className={`${styles.list} ${styles.surface}`}>
                {rows.map((ticket) => (
                  <TicketRow key={ticket.id} ticket={ticket} onOpen={() => change({ ticket: ticket.id })} />
                ))}
              </ul>
              <LoadMore list={list} />
            </section>
          )
        }
      >
        {search.q && <HelpResults q={search.q} />}
      </ListView>
    </Page>
  )
}
