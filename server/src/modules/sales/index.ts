import { salesEvents } from '@imperium/contract/events/sales.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { searchIn } from '../search/index.ts'
import { salesActs } from './acts.ts'
import { salesContactExtension } from './contact-extension.ts'
import { markOverdueInvoices } from './invoices/overdue-tick.ts'
import { invoiceOperations } from './invoices/routes.ts'
import { orderOperations } from './orders/routes.ts'
import { searchSales } from './search-sales.ts'
import { settingsOperations } from './settings/routes.ts'

const overdueEveryMs = 15 * 60_000

export const salesModule: ModuleFactory = (platform) => ({
  name: 'sales',
  tables: [
    'sales_settings',
    'sales_series',
    'sales_orders',
    'sales_order_lines',
    'sales_invoices',
    'sales_invoice_lines',
    'sales_payments',
    'sales_credit_notes',
  ],
  acts: salesActs,
  emits: Object.values(salesEvents),
  extensions: [extendContacts(salesContactExtension), searchIn({ permission: 'sales:read', order: 60, find: searchSales })],
  operations: [...orderOperations(platform), ...invoiceOperations(platform), ...settingsOperations(platform)],
  ticks: [{ name: 'overdue-sales-invoices', everyMs: overdueEveryMs, run: () => markOverdueInvoices(platform) }],
})
