import { createHash } from 'node:crypto'
import type { FileResponse, PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { languageQuery, languageChosenIn, paragraph, publicPage } from '../../../platform/public-page.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { sortedJson } from '../../../platform/text/sorted-json.ts'
import { isSuspended } from '../../organizations/index.ts'
import { addDays } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { openSalesLink } from '../links/sales-link.ts'
import { fillText, writtenDay } from '../mail/mail-texts.ts'
import { documentLabels } from '../printing/document-labels.ts'
import { pdfOfPrinted } from '../printing/pdf-of-document.ts'
import { printedQuotation } from '../printing/printed-documents.ts'
import { decideQuotation } from '../quotations/decide-quotation.ts'
import { selectQuotation } from '../quotations/quotation-store.ts'
import { documentHtml, documentStyle, languageOfReader } from './document-html.ts'
import { pageTexts } from './page-texts.ts'
import type { PageTexts } from './page-texts.ts'
import { pageLookIn } from '../../branding/index.ts'

/** So long after its last day a quotation can be seen. */
const shownDays = 90
const longestName = 120
const longestReason = 300

const gone = () => notFound('This link is invalid or expired.')

/** @throws 404 for a link that is not ours, and for a quotation that was not sent or is long over. */
async function readShown(platform: Platform, token: string, context: PublicContext) {
  const link = openSalesLink(platform, token, 'quotation')
  if (!link) throw gone()
  const { orgId, documentId: id, version } = link
  const language = languageOfReader(context)
  return platform.db.withOrg(orgId, async (tx) => {
    const row = await selectQuotation(tx, id)
    const today = await todayOf(platform, tx)
    if (!row || row.link_version !== version || row.status === 'Draft' || addDays(row.valid_until, shownDays) < today) throw gone()
    const status = row.status === 'Sent' && row.valid_until < today ? 'Expired' : row.status
    return { orgId, id, language, row, status, printed: await printedQuotation(tx, id, language), look: await pageLookIn(tx) }
  })
}

const pathOf = (token: string, query: string) => `/quote/${encodeURIComponent(token)}${query}`

/** /quote/{token}: opening it decides nothing. */
export async function openQuotationPage(platform: Platform, context: PublicContext, token: string, fault = ''): Promise<PageResponse> {
  const { language, row, status, printed, look } = await readShown(platform, token, context)
  const texts = pageTexts[language]
  const query = languageQuery(languageChosenIn(context.search()))
  const states: Readonly<Record<string, string>> = { Accepted: texts.accepted, Declined: texts.declined, Expired: texts.expired }
  const state = states[status]
  const content = [
    state
      ? `<p class="state" role="status">${escapeHtml(state)}</p>`
      : paragraph(fillText(texts.validUntil, { date: writtenDay(row.valid_until, language) })),
    documentHtml(printed),
    paragraph(printed.notes),
    state ? '' : decisionForms(texts, pathOf(token, query), fault),
    `<p class="text"><a class="button quiet" href="${escapeHtml(pathOf(token, `/pdf${query}`))}">${escapeHtml(texts.download)}</a></p>`,
  ]
  return publicPage({
    language,
    speaker: { name: printed.seller.name, contactEmail: printed.seller.email, look },
    title: `${documentLabels[language].quotation} ${row.number}`,
    content: content.join(''),
    moreStyle: documentStyle,
    ...(fault ? { status: 422 } : {}),
    inLanguage: (each) => pathOf(token, languageQuery(each)),
  })
}

function decisionForms(texts: PageTexts, action: string, fault: string): string {
  const invalid = fault ? ' aria-invalid="true" aria-describedby="fault"' : ''
  const note = fault ? `<p class="fault" id="fault" role="alert">${escapeHtml(fault)}</p>` : ''
  return (
    `<form method="post" action="${escapeHtml(action)}"><div class="field"><label for="name">${escapeHtml(texts.yourName)}</label>` +
    `<input id="name" name="name" autocomplete="name" required maxlength="${longestName}"${invalid}></div>${note}` +
    `<button type="submit" name="do" value="accept">${escapeHtml(texts.accept)}</button></form>` +
    `<details><summary>${escapeHtml(texts.decline)}</summary><form method="post" action="${escapeHtml(action)}"><div class="field"><label for="reason">${escapeHtml(texts.reason)}</label>` +
    `<input id="reason" name="reason" maxlength="${longestReason}"></div>` +
    `<button type="submit" name="do" value="decline" class="second">${escapeHtml(texts.decline)}</button></form></details>`
  )
}

/** The press. What came of it stands on the page itself, which can be loaded again. */
export async function decideOnPage(platform: Platform, context: PublicContext, token: string, body: Uint8Array): Promise<PageResponse> {
  const { orgId, id, language, row } = await readShown(platform, token, context)
  const form = new URLSearchParams(Buffer.from(body).toString())
  const typed = (name: string, longest: number) =>
    (form.get(name) ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, longest)
      // Not half of a character.
      .replace(/[\uD800-\uDBFF]$/, '')
  const isAccepted = form.get('do') === 'accept'
  const by = typed('name', longestName)
  if (isAccepted && by === '') return openQuotationPage(platform, context, token, pageTexts[language].nameNeeded)
  if (isAccepted || form.get('do') === 'decline') {
    const decision = isAccepted
      ? ({ answer: 'Accepted', by, reason: '' } as const)
      : ({ answer: 'Declined', by: row.customer, reason: typed('reason', longestReason) } as const)
    await platform.db.withOrg(orgId, async (tx) => {
      if (await isSuspended(tx)) throw conflict('This quotation cannot be answered at the moment. Please try again later.')
      const { isNew, number } = await decideQuotation(platform, tx, id, decision)
      if (!isNew) return
      // The evidence of the answer: from where it came, by which link, and to exactly which document.
      const document = createHash('sha256').update(sortedJson(await printedQuotation(tx, id, language)))
      await recordAudit(tx, orgId, {
        actor: { kind: 'anonymous', id: null, name: decision.by },
        action: isAccepted ? 'sales-quotations.acceptByLink' : 'sales-quotations.declineByLink',
        target: { kind: 'sales-quotation', id, name: number },
        ipAddress: context.ipAddress,
        userAgent: context.userAgent,
        after: { linkVersion: row.link_version, documentSha256: document.digest('hex') },
      })
    })
  }
  return { location: pathOf(token, languageQuery(languageChosenIn(context.search()))) }
}

export async function quotationPdf(platform: Platform, context: PublicContext, token: string): Promise<FileResponse> {
  const { orgId, printed } = await readShown(platform, token, context)
  return pdfOfPrinted({ orgId, isStranger: true }, printed)
}
