import type { Language } from '@imperium/contract/languages.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { languageOfCustomer } from '../mail/language-of-customer.ts'
import { queueDocumentEmail } from '../mail/email-document-job.ts'
import { readInvoice } from './read-invoice.ts'
import { isOpen } from './settle-invoice.ts'

/**
 * Mails the invoice, or a reminder of it, to the customer's address, with its PDF and the page where it is paid.
 * @throws 404; 409 for a draft, a void invoice, one that needs no reminder, and without an address.
 */
export async function sendInvoice(
  platform: Platform,
  { tx, audit }: SalesContext,
  { id, kind, fallback = 'en' }: { id: string; kind: 'invoice' | 'reminder'; fallback?: Language },
): Promise<SalesInvoiceDetail> {
  const invoice = await readInvoice(platform, tx, id)
  const { number, status, customerEmail } = invoice
  if (number === null || status === 'Void') throw conflict('Only issued invoices that are not void can be sent.')
  if (kind === 'reminder' && !isOpen(invoice)) throw conflict('Nothing of this invoice is due.')
  if (customerEmail === '') throw conflict('The customer has no email address.')
  const language = await languageOfCustomer(tx, invoice.contactId, fallback)
  await queueDocumentEmail(platform, tx, { kind, id, language })
  audit({ targetName: number, after: { number, status } })
  return invoice
}
