import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { languageChosenIn } from '../../../platform/public-page.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import { documentLabels } from '../printing/document-labels.ts'
import { money, percent } from '../printing/render-document.ts'
import type { PrintedDocument } from '../printing/render-document.ts'

/** Added to the style of public pages. */
export const documentStyle = `
main{max-width:640px}
table{width:100%;border-collapse:collapse;margin:0 0 12px}
th,td{padding:8px 0;border-bottom:1px solid var(--border);vertical-align:top;text-align:left}
th{font-size:13px;font-weight:400;color:var(--text-2)}
td small{display:block}
.num{text-align:right;white-space:nowrap;padding-left:16px}
dl{display:grid;grid-template-columns:minmax(max-content,1fr) minmax(0,auto);gap:4px 16px;margin:0 0 18px}
dt{color:var(--text-2)}dd{margin:0;text-align:right}
.total{font-weight:600;color:var(--text)}
.state{padding:12px 14px;border:1px solid var(--edge);border-radius:8px;font-weight:600}
details{margin-top:14px}
summary{cursor:pointer;padding:6px 0;color:var(--text-2)}
form{margin-top:18px}
`

/** Chosen on the page, else wished by the browser. */
export const languageOfReader = (context: PublicContext): Language =>
  languageChosenIn(context.search()) ?? chooseLanguage(context.header('accept-language')?.slice(0, 400))

/** Facts, lines and sums for a small screen; everything that was typed is escaped. */
export function documentHtml({ language, facts, customer, currency, lines, taxes, ...totals }: PrintedDocument): string {
  const labels = documentLabels[language]
  const amount = (minor: number) => escapeHtml(money(minor, currency, language))
  const fact = (label: string, value: string, kind = '') => `<dt class="${kind}">${label}</dt><dd class="${kind}">${value}</dd>`
  const shown = facts.flatMap(([word, value]) => (value ? [fact(labels[word], escapeHtml(value))] : []))
  const rows = lines.map(
    (line) =>
      `<tr><td>${escapeHtml(line.description)}<small>${line.quantity} × ${amount(line.unitPrice)}${line.taxBasisPoints > 0 ? ` · ${percent(line.taxBasisPoints)}` : ''}</small></td><td class="num">${amount(line.amount)}</td></tr>`,
  )
  const sums = [
    fact(labels.subtotal, amount(totals.subtotal)),
    ...taxes.map(({ kind, basisPoints, amount: tax }) => fact(`${kind} ${percent(basisPoints)}`, amount(tax))),
    ...(totals.roundOff === 0 ? [] : [fact(labels.roundOff, amount(totals.roundOff))]),
    fact(labels.total, amount(totals.total), 'total'),
    ...totals.after.map(([word, value]) => fact(labels[word], amount(value))),
  ]
  return (
    `<dl>${shown.join('')}${fact(labels.billTo, escapeHtml(customer.name))}</dl>` +
    `<table><thead><tr><th scope="col">${labels.description}</th><th scope="col" class="num">${labels.amount}</th></tr></thead><tbody>${rows.join('')}</tbody></table>` +
    `<dl>${sums.join('')}</dl>`
  )
}
