import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { spellAmount } from '../../../platform/text/spell-amount.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { InvoiceRow } from './invoice-store.ts'

const style = `body{font:14px/1.5 "Noto Sans",system-ui,sans-serif;color:#17171c;background:#fff;max-width:720px;margin:32px auto;padding:0 20px;overflow-wrap:anywhere}
h1{font-size:22px;margin:0}.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:16px 40px;margin-bottom:24px}.lines{white-space:pre-line}
table{width:100%;border-collapse:collapse}th,td{padding:8px 6px;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}.num{text-align:right;white-space:nowrap}
.total td{font-weight:600;border-top:1px solid #17171c}.note{color:#555;font-size:13px}@page{margin:14mm}`

const block = (text: string): string => (text ? `<div class="lines">${escapeHtml(text)}</div>` : '')

export function titleOf({ kind, document }: InvoiceRow): string {
  if (kind === 'credit-note') return 'Credit note'
  return document.seller.taxRegime === 'NONE' ? 'Invoice' : 'Tax invoice'
}

/** An invoice or credit note of the operator as a page of its own, without scripts: all that is typed is escaped. */
export function invoicePage(row: InvoiceRow): string {
  const { number, date, currency, taxable, amount, document } = row
  const { seller, customer, description, placeOfSupply, taxes, isSandbox, against, reason } = document
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', { style: 'currency', currency })
  const money = (minor: number) => format.format(minor / 100)
  const isGst = seller.taxRegime === 'GST'
  const taxLabel = isGst ? 'GSTIN' : 'Tax ID'
  const party = (name: string, address: string, taxId: string) =>
    `<strong>${escapeHtml(name)}</strong>${block(address)}${taxId ? block(`${taxLabel}: ${taxId}`) : ''}`
  const place = placeOfSupply ? `${gstStates[placeOfSupply] ?? ''} (${placeOfSupply})` : ''
  const facts = [
    ['Number', number],
    ['Date', date],
    ['For invoice', against ?? ''],
    ['Reason', reason ?? ''],
    ['Place of supply', place],
  ] as const
  const shownFacts = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<div>${label}: ${escapeHtml(value)}</div>`)
    .join('')
  const taxRows = taxes
    .map(
      ({ kind, basisPoints, amount: tax }) =>
        `<tr><td colspan="2">${kind} ${basisPoints / 100} %</td><td class="num">${money(tax)}</td></tr>`,
    )
    .join('')
  const notes = [
    ...(isGst ? ['Tax is not payable on reverse charge.'] : []),
    ...(isSandbox ? ['Paid with the sandbox: no money moved, and this is no tax document.'] : []),
  ]
  const title = titleOf(row)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(number)}</title><style>${style}</style></head><body>
<div class="row"><h1>${title}</h1><div>${shownFacts}</div></div>
<div class="row"><div>${party(seller.name, seller.address, seller.taxId)}</div><div><div class="note">Bill to</div>${party(customer.name, customer.address, customer.taxId)}${block(customer.email)}</div></div>
<table><thead><tr><th>Description</th><th>${isGst ? 'SAC' : ''}</th><th class="num">Amount</th></tr></thead><tbody>
<tr><td>${escapeHtml(description)}</td><td>${isGst ? escapeHtml(seller.sac) : ''}</td><td class="num">${money(taxable)}</td></tr>${taxRows}
<tr class="total"><td colspan="2">Total</td><td class="num">${money(amount)}</td></tr></tbody></table>
<p>${escapeHtml(spellAmount(amount, currency))}</p><p class="note">${notes.join(' ')}</p></body></html>`
}
