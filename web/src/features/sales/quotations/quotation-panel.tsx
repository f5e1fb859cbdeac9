import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SendVia } from '@imperium/contract/sales/sales-documents.ts'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import type { SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatDate, formatFullDay } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import {
  acceptMutation,
  copyMutation,
  declineMutation,
  quotationQuery,
  removeQuotationMutation,
  revokeQuotationLinkMutation,
  sendQuotationMutation,
} from '../api.ts'
import { withLettersWithoutFont } from '../documents/letters-without-font.ts'
import { LinkButtons } from '../documents/link-buttons.tsx'
import { PrintButton } from '../documents/print-button.tsx'
import { PdfButton } from '../documents/pdf-button.tsx'
import { SendMenu } from '../documents/send-menu.tsx'
import { orderLabels, quotationLabels } from '../sales-labels.ts'
import type { QuotationsSearch } from '../sales-search.ts'
import { CustomerLink, LinesTable, Sums, Typed } from '../sums.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface QuotationPanelProps {
  id: string
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  change: ChangeSearch<QuotationsSearch>
  onClose: () => void
}

/** One quotation with its lines, and what can be done with it now. */
export function QuotationPanel({ id, refusal, change, onClose }: QuotationPanelProps) {
  const { data: quotation, error, refetch } = useQuery(quotationQuery(id))
  const revoke = useMutation(revokeQuotationLinkMutation)
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={quotation?.number ?? t('Quotation')}
      subtitle={quotation && <StatusDot {...quotationLabels[quotation.status]} />}
      width={640}
    >
      {error && !quotation && <ErrorState error={error} title={t('The quotation could not be loaded')} onRetry={() => void refetch()} />}
      {!quotation && !error && <Skeleton height={320} radius={10} />}
      {quotation && (
        <div className={classes.stack}>
          <div className={styles.wrapped}>
            {refusal === undefined && <QuotationActions quotation={quotation} change={change} onClose={onClose} />}
            <PrintButton of="quotation" id={id} />
            <PdfButton download={() => downloadFile(salesQuotations.pdf, { params: { id } })} />
            {quotation.publicUrl && quotation.status === 'Sent' && (
              <LinkButtons
                url={quotation.publicUrl}
                onRevoke={refusal === undefined ? () => revoke.mutate({ params: { id } }) : undefined}
                loading={revoke.isPending}
              />
            )}
          </div>
          <QuotationFacts quotation={quotation} />
          <LinesTable lines={quotation.lines} currency={quotation.currency} />
          <Sums {...quotation} total={quotation.amount} />
        </div>
      )}
    </SidePanel>
  )
}

function QuotationFacts({ quotation }: { quotation: SalesQuotationDetail }) {
  const { customerEmail, customerTaxId, customerAddress, date, validUntil, notes, order, decidedBy, declineReason, sentAt } = quotation
  return (
    <FactList
      facts={[
        [t('Customer'), <CustomerLink key="customer" {...quotation} />],
        customerEmail && [t('Email'), customerEmail],
        customerTaxId && [t('Tax ID'), customerTaxId],
        customerAddress && [t('Address'), <Typed key="address" text={customerAddress} />],
        [t('Date'), formatFullDay(date)],
        [t('Valid until'), formatFullDay(validUntil)],
        sentAt && [t('Sent'), formatDate(sentAt)],
        decidedBy && [t('Answered by'), decidedBy],
        declineReason && [t('Reason'), declineReason],
        order && [
          t('Order'),
          <>
            <OrgLink path={`sales-order?order=${order.id}`}>{order.number}</OrgLink> · {orderLabels[order.status].label}
          </>,
        ],
        notes && [t('Notes'), <Typed key="notes" text={notes} />],
      ]}
    />
  )
}

interface QuotationActionsProps {
  quotation: SalesQuotationDetail
  change: ChangeSearch<QuotationsSearch>
  onClose: () => void
}

function QuotationActions({ quotation: { id, status, number, customerEmail, missingLetters }, change, onClose }: QuotationActionsProps) {
  const send = useMutation(sendQuotationMutation)
  const accept = useMutation(acceptMutation)
  const decline = useMutation(declineMutation)
  const copy = useMutation({ ...copyMutation, onSuccess: (made) => change({ quotation: made.id }) })
  const remove = useMutation({ ...removeQuotationMutation, onSuccess: onClose })
  const params = { id }
  async function askToSend(via: SendVia): Promise<void> {
    const frozen = t('The customer gets the quotation and can accept it online. It cannot be changed any more.')
    const message = withLettersWithoutFont(frozen, missingLetters)
    if (status === 'Sent' || (await confirm({ title: t('Send quotation'), message, action: t('Send'), danger: false })))
      send.mutate({ params, query: { via } })
  }
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete the draft {number}?', { number })
    if (await confirm({ title: t('Delete draft'), message, action: t('Delete') })) remove.mutate({ params })
  }
  return (
    <>
      {(status === 'Draft' || status === 'Sent') && (
        <SendMenu
          label={status === 'Draft' ? t('Send') : t('Send again')}
          loading={send.isPending}
          customerEmail={customerEmail}
          onSend={(via) => void askToSend(via)}
        />
      )}
      {status === 'Draft' && (
        <>
          <Button variant="default" onClick={() => change({ edit: id })}>
            {t('Edit')}
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={() => void askToDelete()}>
            {t('Delete')}
          </Button>
        </>
      )}
      {status === 'Sent' && (
        <>
          <Button variant="default" loading={accept.isPending} onClick={() => accept.mutate({ params })}>
            {t('Mark as accepted')}
          </Button>
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ params, body: {} })}>
            {t('Mark as declined')}
          </Button>
        </>
      )}
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate({ params })}>
        {t('Make a copy')}
      </Button>
    </>
  )
}
