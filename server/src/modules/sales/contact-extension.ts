import type { OrgTx } from '../../platform/db/database.ts'
import type { ContactExtension } from '../contacts/index.ts'
import { listMoves } from './credits/credit-store.ts'

const erasedName = '–'
const exportedRows = 10_000

const erased = { customer: erasedName, customer_email: '', customer_address: '', customer_tax_id: '' }

/** Quotations, orders and drafts forget an erased contact, and nothing recurs for it; issued invoices are kept as the law asks, without the link to the contact (foreign key). */
export const salesContactExtension: ContactExtension = {
  name: 'sales',
  exportContact: async (tx, contactId) => ({
    salesQuotations: await ofContact(tx, 'sales_quotations', contactId),
    salesOrders: await ofContact(tx, 'sales_orders', contactId),
    salesInvoices: await ofContact(tx, 'sales_invoices', contactId),
    salesCredits: await listMoves(tx, contactId, exportedRows),
  }),
  eraseContacts: async (tx, contactIds) => {
    const ids = [...contactIds]
    await tx
      .updateTable('sales_quotations')
      .set({ ...erased, notes: '', decided_by: '', decline_reason: '' })
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    await tx
      .updateTable('sales_orders')
      .set({ ...erased, notes: '' })
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    await tx
      .deleteFrom('sales_recurring')
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    await tx
      .updateTable('sales_credit_moves')
      .set({ customer: erasedName, reference: '' })
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    await tx
      .updateTable('sales_invoices')
      .set({ ...erased, notes: '', buyer_reference: '' })
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
      .where('status', '=', 'Draft')
      .execute()
  },
  mergeContact: async (tx, from, into) => {
    for (const table of ['sales_quotations', 'sales_orders', 'sales_invoices', 'sales_recurring', 'sales_credit_moves'] as const)
      await tx.updateTable(table).set({ contact_id: into }).where('contact_id', '=', from).execute()
  },
}

const ofContact = (tx: OrgTx, table: 'sales_quotations' | 'sales_orders' | 'sales_invoices', contactId: string): Promise<object[]> =>
  tx
    .selectFrom(table)
    .select([
      'number',
      'status',
      'customer',
      'customer_email',
      'customer_address',
      'customer_tax_id',
      'date',
      'currency',
      'amount',
      'notes',
    ])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(exportedRows)
    .execute()
