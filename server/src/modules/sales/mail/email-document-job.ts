import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { queueContactEmail } from '../../../platform/mail/queue-email.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { dueOf } from '../invoices/settle-invoice.ts'
import { payUrl, quoteUrl } from '../links/sales-link.ts'
import { pdfName, pdfOf } from '../printing/pdf-of-document.ts'
import { printedInvoice, printedQuotation } from '../printing/printed-documents.ts'
import { money } from '../printing/render-document.ts'
import { selectQuotation } from '../quotations/quotation-store.ts'
import { fillText, mailTexts, writtenDay } from './mail-texts.ts'
import type { MailKind } from './mail-texts.ts'

const jobName = 'sales.email-document'

interface EmailedDocument {
  kind: MailKind
  /** Of the quotation or invoice. */
  id: string
  language: Language
}
type EmailDocument = EmailedDocument & { orgId: string }

/** The document goes to its customer after the commit, with its PDF and the link to its page. */
export const queueDocumentEmail = ({ jobs }: Pick<Platform, 'jobs'>, tx: OrgTx, document: EmailedDocument): Promise<void> =>
  jobs.send<EmailDocument>(tx, jobName, { orgId: tx.orgId, ...document })

/** Null where it went away, or was paid or voided, in the meantime. */
async function readContents(platform: Platform, tx: OrgTx, { kind, id, language }: EmailedDocument) {
  if (kind === 'quotation') {
    const row = await selectQuotation(tx, id)
    if (!row || row.customer_email === '') return null
    const facts = { number: row.number, amount: row.amount, due: row.amount, date: row.valid_until, currency: row.currency }
    return { to: row.customer_email, ...facts, url: quoteUrl(platform, tx.orgId, row), printed: await printedQuotation(tx, id, language) }
  }
  const row = await findInvoice(tx, id)
  if (!row || row.number === null || row.customer_email === '' || row.status === 'Void') return null
  if (kind === 'reminder' && dueOf(row) <= 0) return null
  const facts = { number: row.number, amount: row.amount, due: dueOf(row), date: row.due_date ?? '', currency: row.currency }
  return { to: row.customer_email, ...facts, url: payUrl(platform, tx.orgId, row), printed: await printedInvoice(tx, id, language) }
}

export const emailDocumentJob = (platform: Platform): JobDefinition<EmailDocument> => ({
  name: jobName,
  lane: 'transactional',
  run: async ({ orgId, ...document }) => {
    const contents = await platform.db.withOrg(orgId, (tx) => readContents(platform, tx, document))
    if (!contents) return
    const { language, kind } = document
    const { name } = contents.printed.seller
    const pdf = await writePdf({ orgId }, pdfOf(contents.printed))
    const texts = mailTexts[language][kind]
    const amount = (minor: number) => money(minor, contents.currency, language)
    const values = {
      number: contents.number,
      total: amount(contents.amount),
      due: amount(contents.due),
      date: writtenDay(contents.date, language),
      organization: name,
    }
    const email = renderEmail({
      language,
      subject: fillText(texts.subject, values),
      organizationName: name,
      paragraphs: [fillText(texts.text, values)],
      action: { label: texts.action, url: contents.url },
      notes: [],
    })
    const attachments = [{ name: pdfName(contents.printed), contentType: 'application/pdf', base64: Buffer.from(pdf).toString('base64') }]
    await platform.db.withOrg(orgId, (tx) => queueContactEmail(platform, tx, contents.to, { ...email, attachments }))
  },
})
