import { listHeldInvoices } from './recurring/held-work.ts'
import { salesEvents } from '@imperium/contract/events/sales.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { describeEntity } from '../entities/index.ts'
import { giveTools } from '../runs/index.ts'
import { searchIn } from '../search/index.ts'
import { offerSales } from './automation/agent-tools.ts'
import { salesActs } from './acts.ts'
import { salesContactExtension } from './contact-extension.ts'
import { markOverdueInvoices } from './invoices/overdue-tick.ts'
import { invoiceOperations } from './invoices/routes.ts'
import { eInvoiceOperations } from './e-invoices/routes.ts'
import { bankOperations } from './bank/routes.ts'
import { creditOperations } from './credits/routes.ts'
import { expenseOperations } from './expenses/routes.ts'
import { emailDocumentJob } from './mail/email-document-job.ts'
import { orderOperations } from './orders/routes.ts'
import { pageOperations } from './pages/routes.ts'
import { rewrapPaymentSecrets } from './payments/payment-account.ts'
import { reconcileCheckouts } from './payments/take-payment.ts'
import { productOperations } from './products/routes.ts'
import { expireQuotations } from './quotations/expire-tick.ts'
import { quotationOperations } from './quotations/routes.ts'
import { makeInvoicesOf, makeRecurringInvoices } from './recurring/recurring-tick.ts'
import { recurringOperations } from './recurring/routes.ts'
import { salesEntities } from './sales-entities.ts'
import { registerOperations } from './registers/routes.ts'
import { searchSales } from './search-sales.ts'
import { settingsOperations } from './settings/routes.ts'
import { statementOperations } from './statements/routes.ts'

const tickEveryMs = 10 * 60_000

export { deleteUnbilledOrders, deleteUnusedProducts } from './documents/delete-unused.ts'
export { failingAccounts } from './payments/former-accounts-store.ts'
export { firstInvoices, listEarned } from './revenue/list-earned-store.ts'
export type { EarnedEntry } from './revenue/list-earned-store.ts'
export { listRevenue, sumRecurring, sumRevenue } from './revenue/sum-revenue-store.ts'
export { performSalesActs } from './automation/perform-acts.ts'
export type { Perform } from './automation/perform-acts.ts'

export const salesModule: ModuleFactory = (platform) => ({
  name: 'sales',
  tables: [
    'sales_settings',
    'sales_former_accounts',
    'sales_e_invoices',
    'sales_series',
    'sales_orders',
    'sales_order_lines',
    'sales_invoices',
    'sales_invoice_lines',
    'sales_payments',
    'sales_credit_notes',
    'sales_credit_moves',
    'sales_bank_statements',
    'sales_bank_lines',
    'sales_expenses',
    'sales_quotations',
    'sales_quotation_lines',
    'sales_products',
    'sales_checkouts',
    'sales_recurring',
  ],
  reads: ['auth.organizations'],
  listHeldWork: listHeldInvoices,
  acts: salesActs,
  emits: Object.values(salesEvents),
  extensions: [
    giveTools(offerSales),
    extendContacts(salesContactExtension),
    searchIn({ permission: 'sales:read', order: 60, find: searchSales }),
    ...salesEntities.map(describeEntity),
  ],
  operations: [
    ...quotationOperations(platform),
    ...orderOperations(platform),
    ...invoiceOperations(platform),
    ...creditOperations(platform),
    ...registerOperations(platform),
    ...expenseOperations(platform),
    ...bankOperations(platform),
    ...eInvoiceOperations(),
    ...productOperations(platform),
    ...recurringOperations(platform),
    ...statementOperations(),
    ...settingsOperations(platform),
    ...pageOperations(platform),
  ],
  jobs: [emailDocumentJob(platform)] as JobDefinition[],
  wakeOrganization: (orgId) => makeInvoicesOf(platform, orgId),
  ticks: [
    { name: 'overdue-sales-invoices', everyMs: tickEveryMs, run: () => markOverdueInvoices(platform) },
    { name: 'expired-sales-quotations', everyMs: tickEveryMs, run: () => expireQuotations(platform) },
    { name: 'recurring-sales-invoices', everyMs: tickEveryMs, run: () => makeRecurringInvoices(platform) },
    { name: 'reconcile-sales-checkouts', everyMs: tickEveryMs, run: () => reconcileCheckouts(platform) },
  ],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapPaymentSecrets(platform, tx)),
      (orgId) => `a key of the payment account of organization ${orgId}; it must be entered again.`,
    ),
})
