import type { FileResponse, PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { languageChosenIn, languageQuery, paragraph, publicPage } from '../../../platform/public-page.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { addDays } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { openSalesLink } from '../links/sales-link.ts'
import { fillText, writtenDay } from '../mail/mail-texts.ts'
import { openCheckout } from '../payments/payment-account.ts'
import { paySandbox, settleReturned, startCheckout } from '../payments/take-payment.ts'
import { documentLabels } from '../printing/document-labels.ts'
import { pdfOfPrinted } from '../printing/pdf-of-document.ts'
import { printedInvoice } from '../printing/printed-documents.ts'
import { money } from '../printing/render-document.ts'
import { documentHtml, documentStyle, languageOfReader } from './document-html.ts'
import { pageTexts } from './page-texts.ts'
import type { PageTexts } from './page-texts.ts'
import { pageLookIn } from '../../branding/index.ts'

/** So long after its day an invoice can be seen. */
const shownDays = 800

const gone = () => notFound('This link is invalid or expired.')

const linkOf = (platform: Platform, token: string) => {
  const link = openSalesLink(platform, token, 'invoice')
  if (!link) throw gone()
  return { orgId: link.orgId, id: link.documentId, version: link.version }
}

/** @throws 404 for a link that is not ours or was revoked, and for an invoice that is not issued or very old. */
async function readShown(platform: Platform, token: string, context: PublicContext) {
  const { orgId, id, version } = linkOf(platform, token)
  const language = languageOfReader(context)
  return platform.db.withOrg(orgId, async (tx) => {
    const row = await findInvoice(tx, id)
    const today = await todayOf(platform, tx)
    if (!row || row.link_version !== version || row.date === null || addDays(row.date, shownDays) < today) throw gone()
    const provider = (await openCheckout(platform, tx))?.name ?? null
    return { orgId, id, language, row, today, provider, printed: await printedInvoice(tx, id, language), look: await pageLookIn(tx) }
  })
}

type Shown = Awaited<ReturnType<typeof readShown>>

const pathOf = (token: string, query: string) => `/pay/${encodeURIComponent(token)}${query}`

/** /pay/{token}: the invoice, its PDF, and the way to pay. Who comes back from the provider may be faster than its call: it is asked. */
export async function openInvoicePage(platform: Platform, context: PublicContext, token: string): Promise<PageResponse> {
  const search = new URLSearchParams(context.search())
  const isBack = search.get('back') === '1'
  const { orgId, id } = linkOf(platform, token)
  // Also by a link that was revoked while its reader paid.
  if (isBack && context.method === 'GET') await settleReturned(platform, orgId, id)
  const shown = await readShown(platform, token, context)
  return invoicePage(shown, token, {
    query: languageQuery(languageChosenIn(context.search())),
    checkoutId: shown.provider === 'sandbox' ? search.get('checkout') : null,
    isBack,
    isRefused: search.get('refused') === '1',
  })
}

interface Visit {
  query: string
  /** Of the sandbox, whose page is ours. */
  checkoutId: string | null
  isBack: boolean
  isRefused: boolean
}

function invoicePage({ language, row, printed, provider, today, look }: Shown, token: string, visit: Visit): PageResponse {
  const texts = pageTexts[language]
  const due = money(dueOf(row), row.currency, language)
  const canPay = isOpen(row)
  const dueDate = row.due_date ?? ''
  const term = fillText(dueDate < today ? texts.wasDueOn : texts.dueOn, { date: writtenDay(dueDate, language) })
  const state = row.status === 'Paid' ? texts.paid : row.status === 'Void' ? texts.voided : `${fillText(texts.open, { due })} · ${term}`
  const payHtml = provider ? payForm(texts, pathOf(token, visit.query), due, visit) : paragraph(texts.notPaidOnline)
  const content = [
    `<p class="state" role="status">${escapeHtml(state)}</p>`,
    canPay && visit.isRefused ? `<p class="notice" role="alert">${escapeHtml(texts.refused)}</p>` : '',
    canPay && visit.isBack ? paragraph(texts.checking) : '',
    documentHtml(printed),
    paragraph(printed.notes),
    paragraph(printed.seller.footer, 'words'),
    canPay ? payHtml : '',
    `<p class="text"><a class="button quiet" href="${escapeHtml(pathOf(token, `/pdf${visit.query}`))}">${escapeHtml(texts.download)}</a></p>`,
  ]
  return publicPage({
    language,
    speaker: { name: printed.seller.name, contactEmail: printed.seller.email, look },
    title: `${documentLabels[language][printed.title]} ${row.number ?? ''}`,
    content: content.join(''),
    moreStyle: documentStyle,
    inLanguage: (each) => pathOf(token, languageQuery(each)),
  })
}

const button = (value: string, label: string, kind = '') =>
  `<button type="submit" name="do" value="${value}"${kind}>${escapeHtml(label)}</button>`

function payForm(texts: PageTexts, action: string, due: string, { checkoutId, isBack, query }: Visit): string {
  const form = (inner: string) => `<form method="post" action="${escapeHtml(action)}"><div class="buttons">${inner}</div></form>`
  if (checkoutId === null) {
    const again = isBack
      ? `<a class="button second" href="${escapeHtml(`${action}${query ? '&' : '?'}back=1`)}">${escapeHtml(texts.reload)}</a>`
      : ''
    return form(`${button('pay', fillText(texts.pay, { due }), isBack ? ' class="second"' : '')}${again}`)
  }
  const hidden = `<input type="hidden" name="checkout" value="${escapeHtml(checkoutId)}">`
  return `<p class="notice">${escapeHtml(texts.sandbox)}</p>${form(
    `${hidden}${button('sandbox-pay', fillText(texts.sandboxPay, { due }))}${button('sandbox-refuse', texts.sandboxRefuse, ' class="second"')}`,
  )}`
}

const providerNames = { sandbox: 'Sandbox', razorpay: 'Razorpay', stripe: 'Stripe' } as const

/** The press on Pay; at the sandbox also what its own page would do. */
export async function pressPay(platform: Platform, context: PublicContext, token: string, body: Uint8Array): Promise<PageResponse> {
  const { orgId, id } = linkOf(platform, token)
  const shown = await readShown(platform, token, context)
  const form = new URLSearchParams(Buffer.from(body).toString())
  const language = languageChosenIn(context.search())
  const own = (more: string) => pathOf(token, [languageQuery(language), more].filter(Boolean).join(language ? '&' : '?'))
  const pressed = form.get('do')
  if (pressed === 'sandbox-pay') {
    const checkoutId = form.get('checkout') ?? ''
    if (/^[0-9a-f-]{36}$/.test(checkoutId)) await paySandbox(platform, orgId, checkoutId)
    return { location: own('') }
  }
  if (pressed === 'sandbox-refuse') return { location: pathOf(token, `${languageQuery(language) || '?'}${language ? '&' : ''}refused=1`) }
  if (pressed !== 'pay' || !isOpen(shown.row) || !shown.provider) return { location: own('') }
  const url = await startCheckout(platform, orgId, id)
  if (shown.provider === 'sandbox') return { location: language ? `${url}&language=${language}` : url }
  return leavingPage(shown, url)
}

/** Forms may be sent to us only, also by a redirect: so a page leads on to the provider. */
function leavingPage({ language, printed, provider, look }: Shown, url: string): PageResponse {
  const texts = pageTexts[language]
  return publicPage({
    language,
    speaker: { name: printed.seller.name, contactEmail: printed.seller.email, look },
    title: fillText(texts.leaving, { provider: provider ? providerNames[provider] : '' }),
    content: `<a class="button" rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(texts.goOn)}</a>`,
    goOn: url,
  })
}

export async function invoicePdf(platform: Platform, context: PublicContext, token: string): Promise<FileResponse> {
  const { orgId, printed } = await readShown(platform, token, context)
  return pdfOfPrinted({ orgId, isStranger: true }, printed)
}
