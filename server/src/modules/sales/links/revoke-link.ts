import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { lockInvoice, writeInvoiceLink } from '../invoices/invoice-store.ts'
import { lockQuotation, writeQuotation } from '../quotations/quotation-store.ts'

interface Linked {
  number: string | null
  status: string
  link_version: number
  updated_at: Date
}

/** @throws 404; 409 for a draft, which has no link. */
function nextLink({ clock }: Platform, { audit }: SalesContext, row: Linked): { link_version: number; updated_at: Date } {
  if (row.status === 'Draft') throw conflict('A draft has no link.')
  audit({ targetName: row.number ?? '', after: { links: row.link_version + 1 } })
  return { link_version: row.link_version + 1, updated_at: nextStamp(row, clock.now()) }
}

/** Every link that was sent or copied so far leads nowhere; the document gets another one. */
export async function revokeInvoiceLink(platform: Platform, context: SalesContext, id: string): Promise<void> {
  const row = found(await lockInvoice(context.tx, id))
  await writeInvoiceLink(context.tx, id, nextLink(platform, context, row))
}

export async function revokeQuotationLink(platform: Platform, context: SalesContext, id: string): Promise<void> {
  const row = found(await lockQuotation(context.tx, id))
  await writeQuotation(context.tx, id, nextLink(platform, context, row))
}
