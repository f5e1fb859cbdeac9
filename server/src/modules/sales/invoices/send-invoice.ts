import type { Language } from '@imperium/contract/languages.ts'
import type { SendVia } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findProfile } from '../../organizations/index.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { languageOfCustomer } from '../mail/language-of-customer.ts'
import { queueDocumentEmail } from '../mail/email-document-job.ts'
import { textDocument } from '../mail/text-document.ts'
import { readInvoice } from './read-invoice.ts'
import { dueOf, isOpen } from './settle-invoice.ts'

/**
 * Mails the invoice, or a reminder of it, to the customer with its PDF and the page where it is paid; or texts the link of that page.
 * @throws 404; 409 for a draft, a void invoice, one that needs no reminder, without an address, and for a number that must not be written to.
 */
export async function sendInvoice(
  platform: Platform,
  { tx, audit }: SalesContext,
  { id, kind, via = 'email', fallback = 'en' }: { id: string; kind: 'invoice' | 'reminder'; via?: SendVia; fallback?: Language },
): Promise<SalesInvoiceDetail> {
  const invoice = await readInvoice(platform, tx, id)
  const { number, status, customerEmail } = invoice
  if (number === null || status === 'Void') throw conflict('Only issued invoices that are not void can be sent.')
  if (kind === 'reminder' && !isOpen(invoice)) throw conflict('Nothing of this invoice is due.')
  const language = await languageOfCustomer(tx, invoice.contactId, fallback)
  if (via === 'email') {
    if (customerEmail === '') throw conflict('The customer has no email address.')
    await queueDocumentEmail(platform, tx, { kind, id, language })
  } else {
    const { currency, amount, dueDate, payUrl: url, contactId } = invoice
    const seller = found(await findProfile(tx, tx.orgId))
    const facts = {
      number,
      currency,
      amount,
      due: dueOf(invoice),
      date: dueDate ?? '',
      url: url ?? '',
      seller: seller.legalName || seller.name,
    }
    await textDocument(platform, tx, { via, kind, language, contactId, ...facts })
  }
  audit({ targetName: number, after: { number, status, via } })
  return invoice
}
