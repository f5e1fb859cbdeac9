import { salesEvents } from '@imperium/contract/events/sales.ts'
import type { PayloadOf } from '@imperium/contract/kit/event.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

type InvoiceFacts = PayloadOf<typeof salesEvents.issued>

/** Facts of an issued invoice, for its events. */
export const factsOf = (
  row: { id: string; number: string | null; contact_id: string | null; currency: string; amount: number; due_date: string | null },
  byWorkflow = false,
): InvoiceFacts => ({
  invoiceId: row.id,
  number: row.number ?? '',
  contactId: row.contact_id,
  currency: row.currency,
  amount: row.amount,
  dueDate: row.due_date ?? '',
  byWorkflow,
})

export const tellPaid = (
  { events }: Pick<Platform, 'events'>,
  tx: OrgTx,
  facts: InvoiceFacts,
  paid: number,
  method: string,
): Promise<void> => events.emit(tx, salesEvents.paid, { ...facts, paid, method })
