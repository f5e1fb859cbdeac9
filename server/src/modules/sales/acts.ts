import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const salesActs: ModuleActs = {
  sentences: {
    'sales-orders.create': describedAct('change', '{actor} created the sales order {target}'),
    'sales-orders.update': describedAct('change', '{actor} changed the sales order {target}'),
    'sales-orders.confirm': describedAct('change', '{actor} confirmed the sales order {target}'),
    'sales-orders.complete': describedAct('change', '{actor} completed the sales order {target}'),
    'sales-orders.cancel': describedAct('change', '{actor} cancelled the sales order {target}'),
    'sales-orders.createInvoice': describedAct('change', '{actor} drafted an invoice from the sales order {target}'),
    'sales-invoices.create': describedAct('change', '{actor} drafted an invoice for {target}'),
    'sales-invoices.update': describedAct('change', '{actor} changed the draft of an invoice for {target}'),
    'sales-invoices.remove': describedAct('change', '{actor} deleted the draft of an invoice for {target}'),
    'sales-invoices.issue': describedAct('change', '{actor} issued the invoice {target}'),
    'sales-invoices.send': describedAct('change', '{actor} emailed the invoice {target}'),
    'sales-invoices.recordPayment': describedAct('change', '{actor} recorded a payment of the invoice {target}'),
    'sales-invoices.credit': describedAct('change', '{actor} issued a credit note for the invoice {target}'),
    'sales-invoices.void': describedAct('change', '{actor} voided the invoice {target}'),
    'sales-settings.update': describedAct('settings', '{actor} changed the sales settings'),
  },
}
