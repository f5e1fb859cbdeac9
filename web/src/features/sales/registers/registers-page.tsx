import { Button, Skeleton } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { formatFullDay } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ageingQuery } from '../api.ts'
import type { RegistersSearch } from '../sales-search.ts'
import styles from '../../../ui/styles.module.css'

const AgeingTable = lazy(async () => ({ default: (await import('./ageing-table.tsx')).AgeingTable }))
const AccountPanel = lazy(async () => ({ default: (await import('./account-panel.tsx')).AccountPanel }))
const LedgerDialog = lazy(async () => ({ default: (await import('./ledger-dialog.tsx')).LedgerDialog }))
const ChartDialog = lazy(async () => ({ default: (await import('./chart-dialog.tsx')).ChartDialog }))
const StatementDialog = lazy(async () => ({ default: (await import('../statements/statement-dialog.tsx')).StatementDialog }))
const route = getRouteApi('/org/$orgSlug/sales-register')
type Change = ChangeSearch<RegistersSearch>

/** /org/{slug}/sales-register: what an accountant asks for. */
export function RegistersPage() {
  const search = route.useSearch()
  const change = changeSearch<RegistersSearch>(route.useNavigate())
  return (
    <Page
      title={t('Sales Registers')}
      subtitle={t('What customers owe by the days since it was due, their accounts, and the ledger for your accountant.')}
      actions={<Actions change={change} />}
    >
      <Ageing />
      <Dialogs search={search} change={change} />
    </Page>
  )
}

function Actions({ change }: { change: Change }) {
  const mayExport = useCan('sales:write')
  const mayManage = useCan('sales:manage')
  return (
    <>
      <Button variant="default" onClick={() => change({ account: true })}>
        {t('Credit balances')}
      </Button>
      <Button variant="default" onClick={() => change({ statement: true })}>
        {t('Statement')}
      </Button>
      {mayManage && (
        <Button variant="default" onClick={() => change({ accounts: true })}>
          {t('Chart of accounts')}
        </Button>
      )}
      {mayExport && (
        <Button variant="default" onClick={() => change({ ledger: true })}>
          {t('Export the ledger')}
        </Button>
      )}
    </>
  )
}

function Ageing() {
  const { data, error, refetch } = useQuery(ageingQuery)
  if (error && !data)
    return <ErrorState error={error} title={t('The register of receivables could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius="lg" />
  if (data.rows.length === 0)
    return (
      <EmptyState
        icon={IconBook2}
        title={t('No customer owes anything')}
        text={t('Issued invoices that are not paid stand here, by the days since they were due.')}
      />
    )
  return (
    <>
      <p className={styles.hint}>
        {t('Open invoices on {day}, by the days since they were due. Currencies are never added up.', { day: formatFullDay(data.day) })}
      </p>
      <Suspense fallback={<Skeleton height={320} radius="lg" />}>
        <AgeingTable rows={data.rows} />
      </Suspense>
    </>
  )
}

function Dialogs({ search, change }: { search: RegistersSearch; change: Change }) {
  const { account, customer, statement, ledger, accounts } = search
  const mayExport = useCan('sales:write')
  const mayManage = useCan('sales:manage')
  const isAccount = account === true || customer !== undefined
  const dialog = (statement && 'statement') || (ledger && mayExport && 'ledger') || (accounts && mayManage && 'accounts') || ''
  const close = () => change({ statement: undefined, ledger: undefined, accounts: undefined }, true)
  return (
    <>
      <Overlays open={isAccount ? 'account' : ''}>
        {isAccount && (
          <AccountPanel
            contactId={customer ?? null}
            onChoose={(contactId) => change({ account: true, customer: contactId ?? undefined }, true)}
            onStatement={() => change({ statement: true })}
            onClose={() => change({ account: undefined, customer: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={dialog}>
        {dialog === 'statement' && <StatementDialog contactId={customer ?? null} onClose={close} />}
        {dialog === 'ledger' && <LedgerDialog onClose={close} />}
        {dialog === 'accounts' && <ChartDialog onClose={close} />}
      </Overlays>
    </>
  )
}
