import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreditMove, CustomerCredit } from '@imperium/contract/sales/sales-credits.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import type { Fact } from '../../../ui/text/fact-list.tsx'
import { ageingQuery, creditQuery } from '../api.ts'
import { ContactSelect } from '../editor/contact-select.tsx'
import { formatMoney, methodLabels } from '../sales-labels.ts'
import { buckets } from './buckets.ts'
import type { AgeingRow } from './buckets.ts'
import { CreditMoveDialog } from './credit-move-dialog.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const kindLabels: Readonly<Record<CreditMove['kind'], string>> = {
  advance: t('Advance'),
  overpaid: t('Paid too much'),
  credited: t('Credit note'),
  applied: t('Applied'),
  refunded: t('Paid back'),
}

interface AccountPanelProps {
  /** Null: to be chosen. */
  contactId: string | null
  onChoose: (contactId: string | null) => void
  onStatement: () => void
  onClose: () => void
}

/** The credit balance of one customer: where it came from, and what can be done with it. */
export function AccountPanel({ contactId, onChoose, onStatement, onClose }: AccountPanelProps) {
  const { data, error, refetch } = useQuery({ ...creditQuery(contactId ?? ''), enabled: contactId !== null })
  return (
    <SidePanel opened onClose={onClose} title={data?.customer ?? t('Credit balances')} width={640}>
      <div className={classes.stack}>
        <ContactSelect value={contactId} name={data?.customer ?? ''} onChange={onChoose} />
        {contactId === null && <p className={styles.hint}>{t('Choose a customer to see its credit balance, or to record an advance.')}</p>}
        {error && !data && (
          <ErrorState plain error={error} title={t('The credit balance could not be loaded')} onRetry={() => void refetch()} />
        )}
        {contactId !== null && !data && !error && <Skeleton height={240} radius={10} />}
        {data && <Account key={data.contactId} credit={data} onStatement={onStatement} />}
      </div>
    </SidePanel>
  )
}

function Account({ credit, onStatement }: { credit: CustomerCredit; onStatement: () => void }) {
  const { contactId, balances } = credit
  const [dialog, setDialog] = useState<'advance' | 'refund' | null>(null)
  const mayWrite = useGate('sales:write') === undefined
  const mayManage = useGate('sales:manage') === undefined
  const hasBalance = balances.some(({ balance }) => balance > 0)
  return (
    <>
      <div className={styles.wrapped}>
        {mayWrite && (
          <Button variant="default" onClick={() => setDialog('advance')}>
            {t('Record advance')}
          </Button>
        )}
        {mayManage && hasBalance && (
          <Button variant="default" onClick={() => setDialog('refund')}>
            {t('Pay back')}
          </Button>
        )}
        <Button variant="default" onClick={onStatement}>
          {t('Statement')}
        </Button>
      </div>
      <Owed contactId={contactId} />
      <section className={classes.section}>
        <h3>{t('Credit balance')}</h3>
        {hasBalance ? (
          <FactList facts={balances.map(({ currency, balance }) => [currency, formatMoney(balance, currency)])} />
        ) : (
          <p className={styles.hint}>
            {t('This customer has no credit. Advances, overpayments and credit notes of paid invoices give it.')}
          </p>
        )}
        {hasBalance && <p className={styles.hint}>{t('It is applied from an open invoice of the customer.')}</p>}
      </section>
      <Moves credit={credit} />
      {dialog && <CreditMoveDialog of={dialog} credit={credit} onClose={() => setDialog(null)} />}
    </>
  )
}

const owedIn = (row: AgeingRow): Fact[] => [
  ...buckets.map(([id, label]): Fact => row[id] !== 0 && [label, formatMoney(row[id], row.currency)]),
  [t('Total'), formatMoney(row.total, row.currency)],
]

/** What the customer owes in each currency; phones have no room for it in the register. */
function Owed({ contactId }: { contactId: string }) {
  const { data } = useQuery(ageingQuery)
  const rows = data?.rows.filter((row) => row.contactId === contactId) ?? []
  if (rows.length === 0) return null
  return (
    <section className={classes.section}>
      <h3>{t('Open invoices')}</h3>
      <FactList facts={rows.flatMap(owedIn)} />
    </section>
  )
}

function Moves({ credit: { moves } }: { credit: CustomerCredit }) {
  if (moves.length === 0) return null
  return (
    <table className={classes.lines} aria-label={t('Entries of the credit balance')}>
      <thead>
        <tr>
          <th scope="col">{t('Description')}</th>
          <th scope="col" className={classes.end}>
            {t('Amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.id}>
            <td>
              {kindLabels[move.kind]} {move.number}
              {move.invoiceId && <OrgLink path={`sales-invoice?invoice=${move.invoiceId}`}>{move.invoiceNumber ?? t('Invoice')}</OrgLink>}
              <div className={styles.hint}>{[formatFullDay(move.date), methodOf(move), move.reference].filter(Boolean).join(' · ')}</div>
            </td>
            <td className={classes.end}>{formatMoney(move.amount, move.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Applied credit came by no method. */
const methodOf = ({ method }: CreditMove) => (methodLabels as Readonly<Record<string, string>>)[method] ?? method
