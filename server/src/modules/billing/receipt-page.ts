import { planNames } from '@imperium/contract/plans.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { Order } from './order-store.ts'

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;max-width:640px;margin:40px auto;padding:0 20px}
h1{font-size:22px}table{width:100%;border-collapse:collapse}td{padding:8px 0;border-bottom:1px solid #ddd}td:last-child{text-align:right}
.note{color:#555;font-size:13px}`

/** A receipt as a page of its own, without scripts. It is no tax invoice and says so. */
export function receiptPage(order: Order, organization: { name: string }): string {
  const { amount, currency, purpose, planType, billingCycle, receipt, provider, activatedAt } = order
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)
  const cycle = billingCycle === 'YEARLY' ? 'a year' : 'a month'
  const what =
    purpose === 'CREDITS'
      ? 'AI credits'
      : purpose === 'ADD_ON'
        ? 'Add-on'
        : purpose === 'CONTRIBUTION' || planType === null
          ? 'Contribution'
          : `${planNames[planType]} plan, ${cycle}`
  const rows: readonly (readonly [string, string])[] = [
    ['Number', receipt],
    ['Date', activatedAt?.toISOString().slice(0, 10) ?? ''],
    ['Organization', organization.name],
    ['For', what],
    ['Paid', money],
  ]
  const body = rows.map(([label, value]) => `<tr><td>${label}</td><td>${escapeHtml(value)}</td></tr>`).join('')
  const notes = ['This is a receipt, not a tax invoice.', ...(provider === 'sandbox' ? ['Paid with the sandbox: no money moved.'] : [])]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(receipt)}</title><style>${style}</style></head><body><h1>Receipt</h1><table>${body}</table><p class="note">${notes.join(' ')}</p></body></html>`
}
