import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RecurringInvoiceDetail } from '@imperium/contract/sales/sales-recurring.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { pauseMutation, recurringQuery, removeRecurringMutation, resumeMutation } from '../api.ts'
import { lettersWithoutFont } from '../documents/letters-without-font.ts'
import { formatMoney, invoiceLabels, modeLabels, recurringLabels, repeatText } from '../sales-labels.ts'
import { CustomerLink, LinesTable, Typed } from '../sums.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface RecurringPanelProps {
  id: string
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  onEdit: (id: string) => void
  onClose: () => void
}

/** One recurring invoice with the invoices that it made. */
export function RecurringPanel({ id, refusal, onEdit, onClose }: RecurringPanelProps) {
  const { data, error, refetch } = useQuery(recurringQuery(id))
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={data?.customer ?? t('Recurring invoice')}
      subtitle={data && <StatusDot {...recurringLabels[data.status]} />}
      width={640}
    >
      {error && !data && <ErrorState error={error} title={t('The recurring invoice could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} radius={10} />}
      {data && (
        <div className={classes.stack}>
          {refusal === undefined && <Actions recurring={data} onEdit={() => onEdit(id)} onClose={onClose} />}
          {data.missingLetters.length > 0 && <p className={styles.hint}>{lettersWithoutFont(data.missingLetters)}</p>}
          <Facts recurring={data} />
          <LinesTable lines={data.lines} currency={data.currency} />
        </div>
      )}
    </SidePanel>
  )
}

function Facts({ recurring }: { recurring: RecurringInvoiceDetail }) {
  const { mode, nextOn, endsOn, amount, currency, failure, notes, invoices } = recurring
  return (
    <FactList
      facts={[
        failure && [t('Paused because'), failure],
        [t('Customer'), <CustomerLink key="customer" {...recurring} />],
        [t('Repeats'), repeatText(recurring)],
        [t('Each invoice'), modeLabels[mode]],
        nextOn && [t('Next invoice'), formatFullDay(nextOn)],
        endsOn && [t('Ends on'), formatFullDay(endsOn)],
        [t('Amount'), formatMoney(amount, currency)],
        notes && [t('Notes'), <Typed key="notes" text={notes} />],
        invoices.length > 0 && [
          t('Invoices'),
          invoices.map((invoice) => (
            <div key={invoice.id}>
              <OrgLink path={`sales-invoice?invoice=${invoice.id}`}>{invoice.number ?? t('Draft')}</OrgLink> ·{' '}
              {invoiceLabels[invoice.status].label}
            </div>
          )),
        ],
      ]}
    />
  )
}

function Actions({ recurring, onEdit, onClose }: { recurring: RecurringInvoiceDetail; onEdit: () => void; onClose: () => void }) {
  const { id, status, customer } = recurring
  const pause = useMutation(pauseMutation)
  const resume = useMutation(resumeMutation)
  const remove = useMutation({ ...removeRecurringMutation, onSuccess: onClose })
  const params = { id }
  async function askToDelete(): Promise<void> {
    const message = t('No more invoices are made for {customer}. Those that were made stay.', { customer })
    if (await confirm({ title: t('Delete recurring invoice'), message, action: t('Delete') })) remove.mutate({ params })
  }
  return (
    <div className={styles.wrapped}>
      {status === 'Active' && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ params })}>
          {t('Pause')}
        </Button>
      )}
      {status === 'Paused' && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ params })}>
          {t('Resume')}
        </Button>
      )}
      <Button variant="default" onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={() => void askToDelete()}>
        {t('Delete')}
      </Button>
    </div>
  )
}
