import { useMutation, useQuery } from '@tanstack/react-query'
import { salesEInvoices } from '@imperium/contract/sales/sales-e-invoices.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { downloadFile } from '../../../lib/download.ts'
import { t } from '../../../lib/words.ts'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { settingsQuery } from '../api.ts'
import { formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface CreditNotesProps {
  invoice: SalesInvoiceDetail
  onPrint: (id: string) => void
}

/** The credit notes of an invoice, when there are any, each as document, PDF and e-invoice. */
export function CreditNotes({ invoice: { id, creditNotes, currency }, onPrint }: CreditNotesProps) {
  const { data: settings } = useQuery(settingsQuery)
  if (creditNotes.length === 0) return null
  const hasXml = settings !== undefined && settings.taxRegime !== 'GST'
  return (
    <section className={classes.section}>
      <h3>{t('Credit notes')}</h3>
      <FactList
        facts={creditNotes.map(({ id: creditNoteId, number, amount, reason }) => [
          number,
          <>
            {formatMoney(amount, currency)} <span className={styles.muted}>{reason}</span>{' '}
            <button type="button" className={classes.link} onClick={() => onPrint(creditNoteId)}>
              {t('Print')}
            </button>{' '}
            <Download label={t('PDF')} download={() => downloadFile(salesInvoices.creditPdf, { params: { id, creditNoteId } })} />{' '}
            {hasXml && (
              <Download
                label={t('E-invoice (UBL)')}
                download={() => downloadFile(salesEInvoices.xml, { params: { id }, query: { syntax: 'ubl', creditNoteId } })}
              />
            )}
          </>,
        ])}
      />
    </section>
  )
}

function Download({ label, download }: { label: string; download: () => Promise<void> }) {
  const downloading = useMutation({ mutationFn: download, meta: { failure: t('The file could not be downloaded') } })
  return (
    <button type="button" className={classes.link} disabled={downloading.isPending} onClick={() => downloading.mutate()}>
      {label}
    </button>
  )
}
