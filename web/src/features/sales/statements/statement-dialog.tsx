import { Modal, Select, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { salesCurrencies } from '@imperium/contract/sales/sales-documents.ts'
import type { Currency } from '@imperium/contract/sales/sales-documents.ts'
import { salesStatements } from '@imperium/contract/sales/sales-statements.ts'
import type { SalesStatement } from '@imperium/contract/sales/sales-statements.ts'
import { query } from '../../../lib/api.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { PdfButton } from '../documents/pdf-button.tsx'
import { thisYear } from '../documents/this-year.ts'
import { ContactSelect } from '../editor/contact-select.tsx'
import { formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const kindLabels = { invoice: t('Invoice'), credit: t('Credit note'), payment: t('Payment') }
interface StatementDialogProps {
  /** The customer who is chosen when it opens. */
  contactId?: string | null
  onClose: () => void
}

/** What a customer was invoiced, credited and paid in a period, with the balance. */
export function StatementDialog({ contactId: given = null, onClose }: StatementDialogProps) {
  const [contactId, setContactId] = useState(given)
  const [days, setDays] = useState(thisYear)
  const [currency, setCurrency] = useState<Currency | null>(null)
  const isComplete = contactId !== null && days.from !== '' && days.to >= days.from
  const request = { query: { contactId: contactId ?? '', ...days, ...(currency ? { currency } : {}) } }
  const { data, error, refetch } = useQuery({ ...query(salesStatements.read, request), enabled: isComplete, meta: { silent: true } })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Statement of account')}
      size={760}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={classes.stack}>
        <ContactSelect value={contactId} name={data?.customer ?? ''} onChange={setContactId} data-autofocus />
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={t('From')}
            value={days.from}
            onChange={({ currentTarget: { value } }) => setDays((now) => ({ ...now, from: value }))}
          />
          <TextInput
            type="date"
            label={t('To')}
            value={days.to}
            onChange={({ currentTarget: { value } }) => setDays((now) => ({ ...now, to: value }))}
          />
          <Select
            label={t('Currency')}
            placeholder={t('That of the sales settings')}
            data={[...salesCurrencies]}
            clearable
            value={currency}
            onChange={(value) => setCurrency(value)}
          />
        </div>
        {isComplete && error && (
          <ErrorState plain error={error} title={t('The statement could not be loaded')} onRetry={() => void refetch()} />
        )}
        {isComplete && !data && !error && <Skeleton height={160} radius={10} />}
        {isComplete && data && <Entries statement={data} />}
        {isComplete && data && (
          <div className={styles.wrapped}>
            <PdfButton label={t('Download PDF')} download={() => downloadFile(salesStatements.pdf, request)} />
          </div>
        )}
        {!isComplete && <p className={styles.hint}>{t('Choose a customer and a period.')}</p>}
      </div>
    </Modal>
  )
}

function Entries({ statement: { opening, closing, entries, currency } }: { statement: SalesStatement }) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('Description')}</th>
          <th scope="col" className={classes.end}>
            {t('Amount')}
          </th>
          <th scope="col" className={classes.end}>
            {t('Balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={2}>
            {t('Opening balance')}
          </th>
          <td className={classes.end}>{formatMoney(opening, currency)}</td>
        </tr>
        {entries.map(({ date, kind, invoiceId, number, amount, balance }, at) => (
          // A payment has no identifier of its own here.
          <tr key={at}>
            <td>
              {kindLabels[kind]} <OrgLink path={`sales-invoice?invoice=${invoiceId}`}>{number}</OrgLink>
              <div className={styles.hint}>{formatFullDay(date)}</div>
            </td>
            <td className={classes.end}>{formatMoney(amount, currency)}</td>
            <td className={classes.end}>{formatMoney(balance, currency)}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row" colSpan={2}>
            {t('Closing balance')}
          </th>
          <td className={classes.end}>{formatMoney(closing, currency)}</td>
        </tr>
      </tbody>
    </table>
  )
}
