import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { salesEInvoices } from '@imperium/contract/sales/sales-e-invoices.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { downloadFile } from '../../../lib/download.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import {
  applyCreditMutation,
  creditQuery,
  issueMutation,
  remindMutation,
  revokeInvoiceLinkMutation,
  sendMutation,
  settingsQuery,
} from '../api.ts'
import { withLettersWithoutFont } from '../documents/letters-without-font.ts'
import { LinkButtons } from '../documents/link-buttons.tsx'
import { PdfButton } from '../documents/pdf-button.tsx'
import { SendMenu } from '../documents/send-menu.tsx'
import { formatMoney } from '../sales-labels.ts'
import type { InvoicesSearch } from '../sales-search.ts'
import { useAskToDelete } from './use-ask-to-delete.ts'
import styles from '../../../ui/styles.module.css'

interface InvoiceActionsProps {
  invoice: SalesInvoiceDetail
  refusal: string | undefined
  change: ChangeSearch<InvoicesSearch>
  onDialog: (dialog: 'payment' | 'credit' | 'void' | 'registration') => void
  onDeleted: () => void
}

/** The credit balance of a customer in a currency; nothing while it is not asked for. */
function useBalance(contactId: string | null, currency: string): number {
  const { data } = useQuery({ ...creditQuery(contactId ?? ''), enabled: contactId !== null })
  return data?.balances.find((each) => each.currency === currency)?.balance ?? 0
}

/** The buttons for the status that the invoice is in. */
export function InvoiceActions({ invoice, refusal, change, onDialog, onDeleted }: InvoiceActionsProps) {
  const { id, status, paid, credited, amount, contactId, currency, customerEmail } = invoice
  const mayManage = useCan('sales:manage')
  const send = useMutation(sendMutation)
  const remind = useMutation(remindMutation)
  const revoke = useMutation(revokeInvoiceLinkMutation)
  const apply = useMutation(applyCreditMutation)
  const { data: settings } = useQuery(settingsQuery)
  const mayWrite = refusal === undefined
  const isOpen = status === 'Pending' || status === 'Overdue'
  const isIssued = isOpen || status === 'Paid'
  const balance = useBalance(isOpen ? contactId : null, currency)
  const isUntouched = isOpen && paid === 0 && credited === 0
  return (
    <div className={styles.wrapped}>
      {mayWrite && status === 'Draft' && <DraftActions invoice={invoice} onEdit={() => change({ edit: id })} onDeleted={onDeleted} />}
      {mayWrite && isOpen && (
        <Button variant="default" onClick={() => onDialog('payment')}>
          {t('Record payment')}
        </Button>
      )}
      {mayWrite && isOpen && balance > 0 && (
        <Button variant="default" loading={apply.isPending} onClick={() => apply.mutate({ params: { id }, body: {} })}>
          {t('Apply credit of {amount}', { amount: formatMoney(balance, currency) })}
        </Button>
      )}
      {mayWrite && isIssued && (
        <SendMenu
          label={t('Send')}
          loading={send.isPending}
          customerEmail={customerEmail}
          onSend={(via) => send.mutate({ params: { id }, query: { via } })}
        />
      )}
      {mayWrite && status === 'Overdue' && (
        <SendMenu
          label={t('Send reminder')}
          loading={remind.isPending}
          customerEmail={customerEmail}
          onSend={(via) => remind.mutate({ params: { id }, query: { via } })}
        />
      )}
      <Button variant="default" onClick={() => change({ print: id })}>
        {t('Print')}
      </Button>
      <PdfButton download={() => downloadFile(salesInvoices.pdf, { params: { id } })} />
      {isIssued && settings?.taxRegime !== 'GST' && <EInvoiceButtons id={id} />}
      {mayWrite && isIssued && settings?.taxRegime === 'GST' && (
        <Button variant="default" onClick={() => onDialog('registration')}>
          {t('E-invoice (IRN)')}
        </Button>
      )}
      {isOpen && invoice.payUrl && (
        <LinkButtons
          url={invoice.payUrl}
          onRevoke={mayWrite ? () => revoke.mutate({ params: { id } }) : undefined}
          loading={revoke.isPending}
        />
      )}
      {mayWrite && mayManage && isIssued && credited < amount && (
        <Button variant="default" onClick={() => onDialog('credit')}>
          {t('Credit note')}
        </Button>
      )}
      {mayWrite && mayManage && isUntouched && (
        <Button variant="default" onClick={() => onDialog('void')}>
          {t('Void invoice')}
        </Button>
      )}
    </div>
  )
}

/** The invoice for programs of its customer, by EN 16931. */
const EInvoiceButtons = ({ id }: { id: string }) => (
  <>
    <PdfButton
      label={t('E-invoice (UBL)')}
      download={() => downloadFile(salesEInvoices.xml, { params: { id }, query: { syntax: 'ubl' } })}
    />
    <PdfButton
      label={t('E-invoice (CII)')}
      download={() => downloadFile(salesEInvoices.xml, { params: { id }, query: { syntax: 'cii' } })}
    />
    <PdfButton label={t('Factur-X')} download={() => downloadFile(salesEInvoices.facturX, { params: { id } })} />
  </>
)

function DraftActions({ invoice, onEdit, onDeleted }: { invoice: SalesInvoiceDetail; onEdit: () => void; onDeleted: () => void }) {
  const issue = useMutation(issueMutation)
  const askToDelete = useAskToDelete(invoice, onDeleted)
  async function askToIssue(): Promise<void> {
    const frozen = t('The invoice gets its number and cannot be changed any more.')
    const message = withLettersWithoutFont(frozen, invoice.missingLetters)
    if (await confirm({ title: t('Issue invoice'), message, action: t('Issue invoice'), danger: false }))
      issue.mutate({ params: { id: invoice.id } })
  }
  return (
    <>
      <Button variant="default" loading={issue.isPending} disabled={invoice.missing.length > 0} onClick={() => void askToIssue()}>
        {t('Issue invoice')}
      </Button>
      <Button variant="default" onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button variant="default" onClick={askToDelete}>
        {t('Delete')}
      </Button>
    </>
  )
}
