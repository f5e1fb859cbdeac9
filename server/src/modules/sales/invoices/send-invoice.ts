import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict } from '../../../platform/errors.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { documentLabels } from '../printing/document-labels.ts'
import { printInvoice } from '../printing/print-invoice.ts'
import { money } from '../printing/render-document.ts'
import { readInvoice } from './read-invoice.ts'
import { sellerOf } from './seller.ts'
import { readSettings } from '../settings/settings-store.ts'

/** Mails the document to the customer's address. @throws 404; 409 for a draft, a void invoice, and without an address. */
export async function sendInvoice(platform: Platform, { tx, org, caller, audit }: OrgContext, id: string): Promise<SalesInvoiceDetail> {
  const invoice = await readInvoice(tx, id)
  const { number, status, customerEmail, dueDate } = invoice
  if (number === null || status === 'Void') throw conflict('Only issued invoices that are not void can be sent.')
  if (customerEmail === '') throw conflict('The customer has no email address.')
  const { language } = caller.preferences
  const labels = documentLabels[language]
  const { name } = await sellerOf(tx, await readSettings(tx))
  const total = money(invoice.amount, invoice.currency, language)
  await queueEmail(platform, tx, org.id, customerEmail, {
    subject: `${labels.invoice} ${number} · ${name}`.slice(0, 200),
    text: [`${labels.invoice} ${number}`, `${labels.total}: ${total}`, `${labels.due}: ${dueDate ?? ''}`, name].join('\n'),
    html: await printInvoice(tx, id, language),
    fromName: name.slice(0, 200),
  })
  audit({ targetName: number, after: { number, status } })
  return invoice
}
