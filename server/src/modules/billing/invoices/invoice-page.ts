import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { describeInvoice } from './describe-invoice.ts'
import type { DescribedParty } from './describe-invoice.ts'
import type { InvoiceRow } from './invoice-store.ts'

const style = `body{font:14px/1.5 "Noto Sans",system-ui,sans-serif;color:#17171c;background:#fff;max-width:720px;margin:32px auto;padding:0 20px;overflow-wrap:anywhere}
h1{font-size:22px;margin:0}.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:16px 40px;margin-bottom:24px}.lines{white-space:pre-line}
table{width:100%;border-collapse:collapse}th,td{padding:8px 6px;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}.num{text-align:right;white-space:nowrap}
.total td{font-weight:600;border-top:1px solid #17171c}.note{color:#555;font-size:13px}@page{margin:14mm}`

const block = (text: string): string => (text ? `<div class="lines">${escapeHtml(text)}</div>` : '')

const party = ({ name, address, taxId }: DescribedParty): string => `<strong>${escapeHtml(name)}</strong>${block(address)}${block(taxId)}`

/** An invoice or credit note of the operator as a page of its own, without scripts: all that is typed is escaped. */
export function invoicePage(row: InvoiceRow): string {
  const { title, facts, seller, customer, line, codeLabel, taxes, total, spelledTotal, notes } = describeInvoice(row)
  const shownFacts = facts.map(({ label, value }) => `<div>${label}: ${escapeHtml(value)}</div>`).join('')
  const taxRows = taxes.map(({ label, value }) => `<tr><td colspan="2">${label}</td><td class="num">${value}</td></tr>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(row.number)}</title><style>${style}</style></head><body>
<div class="row"><h1>${title}</h1><div>${shownFacts}</div></div>
<div class="row"><div>${party(seller)}</div><div><div class="note">Bill to</div>${party(customer)}${block(row.document.customer.email)}</div></div>
<table><thead><tr><th>Description</th><th>${codeLabel}</th><th class="num">Amount</th></tr></thead><tbody>
<tr><td>${escapeHtml(line.description)}</td><td>${escapeHtml(line.code)}</td><td class="num">${line.amount}</td></tr>${taxRows}
<tr class="total"><td colspan="2">Total</td><td class="num">${total}</td></tr></tbody></table>
<p>${escapeHtml(spelledTotal)}</p><p class="note">${notes.join(' ')}</p></body></html>`
}
