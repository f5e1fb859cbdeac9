import type { OrderStatus } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { discountOfRow, taxesOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { quoteUrl } from '../links/sales-link.ts'
import { selectOrder } from '../orders/order-store.ts'
import { lettersWithoutFontOf } from '../printing/letters-without-font.ts'
import { selectQuotation, toQuotation } from './quotation-store.ts'

/** @throws 404. */
export async function readQuotation(platform: Platform, tx: OrgTx, id: string): Promise<SalesQuotationDetail> {
  const row = found(await selectQuotation(tx, id))
  const order = row.order_id === null ? undefined : await selectOrder(tx, row.order_id)
  const lines = await linesOf(tx, 'sales_quotation_lines', id)
  return {
    ...toQuotation(row),
    lines,
    ...discountOfRow(row),
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    decidedBy: row.decided_by,
    declineReason: row.decline_reason,
    // The table's check holds the statuses of the contract.
    order: order ? { id: order.id, number: order.number, status: order.status as OrderStatus } : null,
    publicUrl: row.status === 'Draft' ? null : quoteUrl(platform, tx.orgId, row),
    missingLetters: row.status === 'Draft' ? await lettersWithoutFontOf(tx, row, lines) : [],
  }
}
