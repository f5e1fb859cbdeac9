import type { Language } from '@imperium/contract/languages.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { grossAmount } from '@imperium/contract/sales/compute-tax.ts'
import type { TaxAmount } from '@imperium/contract/sales/compute-tax.ts'
import type { EInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { spellAmount } from '../../../platform/text/spell-amount.ts'
import type { Seller } from '../invoices/seller.ts'
import { documentLabels } from './document-labels.ts'
import type { DocumentLabels } from './document-labels.ts'

export interface PrintedDocument {
  language: Language
  /** Heading, by its label. */
  title: 'quotation' | 'salesOrder' | 'invoice' | 'taxInvoice' | 'billOfSupply' | 'creditNote'
  /** A stamp for what is not valid (yet). */
  stamp: 'draft' | 'void' | 'cancelled' | null
  look: DocumentLook
  facts: readonly (readonly [keyof DocumentLabels, string | null])[]
  seller: Pick<Seller, 'name' | 'address' | 'email' | 'taxId' | 'footer'>
  customer: { name: string; address: string; email: string; taxId: string; placeOfSupply: string | null }
  currency: string
  lines: readonly Omit<SalesLine, 'productId'>[]
  subtotal: number
  discount: number
  taxes: readonly TaxAmount[]
  roundOff: number
  total: number
  /** Below the total. */
  after: readonly (readonly [keyof DocumentLabels, number])[]
  /** Of a registered invoice. */
  eInvoice?: EInvoice | null
  notes: string
  reverseCharge: boolean
  /** What the tax law wants to be said: endorsements of exports, of composition dealers. */
  statements?: readonly string[]
  /** Of a document in another currency: its value in the seller's own. */
  own?: { currency: string; rate: number; taxable: number; tax: number; total: number } | null
}

export interface DocumentLook {
  /** `#rrggbb` */
  accent: string | null
  /** PNG. */
  logo: Uint8Array | null
}

const style = `
body{margin:0;padding:32px;font:13px/19px "Noto Sans",system-ui,"Hiragino Sans",sans-serif;color:#17171c;background:#fff;overflow-wrap:anywhere}
.head,.parties{display:flex;flex-wrap:wrap;justify-content:space-between;gap:16px 40px;margin-bottom:24px}
h1{margin:0;font-size:22px;line-height:28px;font-weight:600}
.stamp{color:#b42318;font-weight:600}
.muted{color:#5c5c66}
.logo{display:block;max-width:200px;max-height:76px;margin-bottom:16px}
.lines{white-space:pre-line}
dl{display:grid;grid-template-columns:auto auto;gap:2px 16px;margin:0}
dt{color:#5c5c66}dd{margin:0;text-align:right}
table{width:100%;border-collapse:collapse}
th{font-weight:600;text-align:left;overflow-wrap:normal}
th,td{padding:7px 6px;border-bottom:1px solid #e3e3e8;vertical-align:top}
.num{text-align:right;white-space:nowrap}
.sums{max-width:320px;margin:16px 0 24px auto}
.sums .total{font-weight:600;color:#17171c;border-top:1px solid #17171c;padding-top:4px}
@page{margin:14mm}
@media print{body{padding:0}}
@media (max-width:480px){body{padding:16px}.wide{display:none}}
`

/** English alone is spelled: elsewhere amounts in words are not customary. */
export const spelledTotal = ({ language, total, currency }: Pick<PrintedDocument, 'language' | 'total' | 'currency'>): string =>
  language === 'en' ? spellAmount(total, currency) : ''

const formats = new Map<string, Intl.NumberFormat>()
/** Amounts as the reader's language writes them; rupees with their own grouping. */
export function money(minor: number, currency: string, language: Language): string {
  const locale = currency === 'INR' && language === 'en' ? 'en-IN' : language
  const format = formats.get(locale + currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(locale + currency, format)
  return format.format(minor / 100)
}

export const percent = (basisPoints: number): string => `${basisPoints / 100} %`
/** Quantity with its unit, and the discount of a line below its description. */
export const quantityOf = ({ quantity, unit }: Pick<SalesLine, 'quantity' | 'unit'>): string =>
  unit === '' ? String(quantity) : `${quantity} ${unit}`
export function descriptionOf(
  line: PrintedDocument['lines'][number],
  { language, currency }: Pick<PrintedDocument, 'language' | 'currency'>,
): string {
  const off = grossAmount(line) - line.amount
  const share = line.discountBasisPoints > 0 ? ` (${percent(line.discountBasisPoints)})` : ''
  if (off === 0) return line.description
  return `${line.description}\n${documentLabels[language].lineDiscount.replace('{discount}', money(off, currency, language) + share)}`
}
/** Value and tax in the seller's own currency, with the rate. */
export function ownValueOf({ own, currency, language }: Pick<PrintedDocument, 'own' | 'currency' | 'language'>): string {
  if (!own) return ''
  const labels = documentLabels[language]
  const amount = (minor: number) => money(minor, own.currency, language)
  const values = labels.inOwn
    .replace('{currency}', own.currency)
    .replace('{taxable}', amount(own.taxable))
    .replace('{tax}', amount(own.tax))
    .replace('{total}', amount(own.total))
  return `${labels.exchangeRate}: 1 ${currency} = ${own.rate} ${own.currency}. ${values}`
}
const block = (text: string, kind = ''): string => (text ? `<div class="lines ${kind}">${escapeHtml(text)}</div>` : '')

function partyOf(labels: DocumentLabels, { name, address, email, taxId }: Omit<PrintedDocument['customer'], 'placeOfSupply'>): string {
  const id = taxId ? `${labels.taxId}: ${taxId}` : ''
  return `<strong>${escapeHtml(name)}</strong>${block(address)}${block(email, 'muted')}${block(id, 'muted')}`
}

/** A sales document as HTML without scripts, for a sandboxed frame, for print and for mail: everything that is typed is escaped. */
export function renderDocument(document: PrintedDocument): string {
  const { language, title, stamp, facts, seller, customer, currency, lines, taxes, notes, look } = document
  const labels = documentLabels[language]
  const amount = (minor: number) => money(minor, currency, language)
  const shownFacts = facts.flatMap(([word, value]) => (value ? [`<dt>${labels[word]}</dt><dd>${escapeHtml(value)}</dd>`] : []))
  const { placeOfSupply } = customer
  const place = placeOfSupply ? `${labels.place}: ${gstStates[placeOfSupply] ?? ''} (${placeOfSupply})` : ''
  const rows = lines.map(
    (line) =>
      `<tr><td class="lines">${escapeHtml(descriptionOf(line, document))}</td><td class="wide">${escapeHtml(line.code)}</td><td class="num">${quantityOf(line)}</td>` +
      `<td class="num wide">${amount(line.unitPrice)}</td><td class="num wide">${percent(line.taxBasisPoints)}</td><td class="num">${amount(line.amount)}</td></tr>`,
  )
  const sum = (label: string, value: number, kind = '') => `<dt class="${kind}">${label}</dt><dd class="${kind}">${amount(value)}</dd>`
  const sums = [
    sum(labels.subtotal, document.subtotal),
    ...(document.discount === 0 ? [] : [sum(labels.discount, -document.discount)]),
    ...taxes.map(({ kind, basisPoints, amount: tax }) => sum(`${kind} ${percent(basisPoints)}`, tax)),
    ...(document.roundOff === 0 ? [] : [sum(labels.roundOff, document.roundOff)]),
    sum(labels.total, document.total, 'total'),
    ...document.after.map(([word, value]) => sum(labels[word], value)),
  ]
  const accent = look.accent ? `h1{color:${look.accent}}` : ''
  const logo = look.logo ? `<img class="logo" alt="" src="data:image/png;base64,${Buffer.from(look.logo).toString('base64')}">` : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${labels[title]}</title><style>${style}${accent}</style></head><body>
<div class="head"><div>${logo}<h1>${labels[title]}</h1>${stamp ? `<div class="stamp">${labels[stamp]}</div>` : ''}</div><dl>${shownFacts.join('')}</dl></div>
<div class="parties"><div>${partyOf(labels, seller)}</div><div><div class="muted">${labels.billTo}</div>${partyOf(labels, customer)}${block(place, 'muted')}</div></div>
<table><thead><tr><th>${labels.description}</th><th class="wide">${labels.code}</th><th class="num">${labels.quantity}</th><th class="num wide">${labels.price}</th><th class="num wide">${labels.rate}</th><th class="num">${labels.amount}</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<dl class="sums">${sums.join('')}</dl>${block(spelledTotal(document), 'muted')}
${document.reverseCharge ? `<p>${labels.reverseCharge}</p>` : ''}${[...(document.statements ?? []), ownValueOf(document)].map((text) => block(text)).join('')}${block(notes)}${block(seller.footer, 'muted')}
</body></html>`
}
