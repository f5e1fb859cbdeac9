import { z } from 'zod'
import type { Permission } from '@imperium/contract/permissions.ts'
import { sendWays } from '@imperium/contract/sales/sales-documents.ts'
import { PaymentMethod, SalesInvoiceBody } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { createInvoice } from '../invoices/draft-invoice.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { readInvoice } from '../invoices/read-invoice.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { dueOf, recordPayment } from '../invoices/settle-invoice.ts'
import { createOrder, moveOrder } from '../orders/change-orders.ts'
import { createQuotation, sendQuotation } from '../quotations/change-quotations.ts'
import { ContactInput, contactIdOf, documentBodyOf, documentInput } from './document-input.ts'
import { InvoiceInput, invoiceOutput, missingOf, readInvoiceNamed, readOpenInvoiceOf } from './find-invoice.ts'

/** One act, with an audit row of its own. */
type Audited = <T>(action: string, targetId: string | null, work: (context: SalesContext) => Promise<T>) => Promise<T>

interface ActContext {
  platform: Platform
  tx: OrgTx
  audited: Audited
}

export interface SalesAct<I = unknown> {
  name: string
  description: string
  input: z.ZodType<I>
  permission: Extract<Permission, 'sales:read' | 'sales:write'>
  /** Whether a run that no member started may do it: strangers can write its input, so a member must still confirm what comes of it. */
  automations?: true
  run: (context: ActContext, input: I) => Promise<JsonObject>
}

/** Keeps the type of an act's input while the list holds acts of all inputs. */
const defineAct = <I>(act: SalesAct<I>): SalesAct => act as unknown as SalesAct

const findInvoice = defineAct({
  name: 'sales_find_invoice',
  description: 'Finds an invoice by its number or id, or the newest one of a contact that is not paid yet.',
  input: z
    .strictObject({ invoice: InvoiceInput.optional(), contact: ContactInput.optional() })
    .refine(({ invoice, contact }) => (invoice === undefined) !== (contact === undefined), 'Name an invoice or a contact'),
  permission: 'sales:read',
  run: async ({ platform, tx }, { invoice = '', contact }) => {
    if (contact === undefined) return { found: true, ...invoiceOutput(await readInvoiceNamed(platform, tx, invoice)) }
    const open = await readOpenInvoiceOf(platform, tx, await contactIdOf(tx, contact))
    return open ? { found: true, ...invoiceOutput(open) } : { found: false }
  },
})

const draftInvoice = defineAct({
  name: 'sales_draft_invoice',
  description: 'Drafts an invoice to a contact. A member reads and issues it.',
  input: z.strictObject({ ...documentInput, dueDate: z.iso.date().optional() }),
  permission: 'sales:write',
  automations: true,
  run: async ({ platform, tx, audited }, { dueDate, ...input }) => {
    const { date: _date, ...body } = await documentBodyOf(tx, input)
    const whole = SalesInvoiceBody.parse({ ...body, ...(dueDate ? { dueDate } : {}) })
    return invoiceOutput(await audited('sales-invoices.create', null, (context) => createInvoice(platform, context, whole)))
  },
})

const draftQuotation = defineAct({
  name: 'sales_draft_quotation',
  description: 'Drafts a quotation to a contact. A member reads and sends it.',
  input: z.strictObject(documentInput),
  permission: 'sales:write',
  automations: true,
  run: async ({ platform, tx, audited }, input) => {
    const body = await documentBodyOf(tx, input)
    const made = await audited('sales-quotations.create', null, (context) => createQuotation(platform, context, body))
    const { id, number, status, currency, amount, missingLetters } = made
    return { id, number, status, currency, amount: amount / 100, ...missingOf(missingLetters) }
  },
})

const sendQuotationAct = defineAct({
  name: 'sales_send_quotation',
  description: 'Emails a quotation to its customer, who accepts or declines it online.',
  input: z.strictObject({ quotation: z.uuid('Name a quotation by its id') }),
  permission: 'sales:write',
  run: async ({ platform, audited }, { quotation }) => {
    const sent = await audited('sales-quotations.send', quotation, (context) => sendQuotation(platform, context, quotation))
    return { id: sent.id, number: sent.number, status: sent.status, publicUrl: sent.publicUrl }
  },
})

const createOrderAct = defineAct({
  name: 'sales_create_order',
  description: 'Creates a pending sales order of a contact. A member confirms it.',
  input: z.strictObject(documentInput),
  permission: 'sales:write',
  automations: true,
  run: async ({ platform, tx, audited }, input) => {
    const body = await documentBodyOf(tx, input)
    const made = await audited('sales-orders.create', null, (context) => createOrder(platform, context, body))
    return { id: made.id, number: made.number, status: made.status, currency: made.currency, amount: made.amount / 100 }
  },
})

const confirmOrder = defineAct({
  name: 'sales_confirm_order',
  description: 'Confirms a pending sales order, which takes its products from stock.',
  input: z.strictObject({ order: z.uuid('Name an order by its id') }),
  permission: 'sales:write',
  run: async ({ platform, audited }, { order }) => {
    const moved = await audited('sales-orders.confirm', order, (context) => moveOrder(platform, context, order, 'Confirmed'))
    return { id: moved.id, number: moved.number, status: moved.status }
  },
})

const issueInvoiceAct = defineAct({
  name: 'sales_issue_invoice',
  description: 'Issues a drafted invoice: it gets its number and cannot be changed any more.',
  input: z.strictObject({ invoice: InvoiceInput }),
  permission: 'sales:write',
  run: async ({ platform, tx, audited }, { invoice }) => {
    const { id } = await readInvoiceNamed(platform, tx, invoice)
    return invoiceOutput(await audited('sales-invoices.issue', id, (context) => issueInvoice(platform, context, id)))
  },
})

const sendInvoiceAct = defineAct({
  name: 'sales_send_invoice',
  description:
    'Sends an issued invoice, or a reminder of one that is not paid, to its customer with the payment link, by email, SMS or WhatsApp.',
  input: z.strictObject({
    invoice: InvoiceInput,
    kind: z.enum(['invoice', 'reminder']).default('invoice'),
    via: z.enum(sendWays).default('email'),
  }),
  permission: 'sales:write',
  run: async ({ platform, tx, audited }, { invoice, kind, via }) => {
    const { id } = await readInvoiceNamed(platform, tx, invoice)
    const action = kind === 'invoice' ? 'sales-invoices.send' : 'sales-invoices.remind'
    return invoiceOutput(await audited(action, id, (context) => sendInvoice(platform, context, { id, kind, via })))
  },
})

const recordPaymentAct = defineAct({
  name: 'sales_record_payment',
  description: 'Records a payment of an issued invoice that came outside of the product: of all that is due, or a part.',
  input: z.strictObject({
    invoice: InvoiceInput,
    amount: z.number().positive().optional().describe('In units of the currency; all that is due unless given'),
    method: PaymentMethod.default('Other'),
    reference: z.string().max(120).default(''),
  }),
  permission: 'sales:write',
  run: async ({ platform, tx, audited }, { invoice, amount, method, reference }) => {
    const found = await readInvoiceNamed(platform, tx, invoice)
    const minor = amount === undefined ? dueOf(found) : Math.round(amount * 100)
    if (minor <= 0) throw conflict('Nothing of this invoice is due.')
    const body = { amount: minor, withheld: 0, method, reference }
    await audited('sales-invoices.recordPayment', found.id, (context) => recordPayment(platform, context, found.id, body))
    return invoiceOutput(await readInvoice(platform, tx, found.id))
  },
})

/** What agents and workflows can do with sales documents, each once for both. */
export const salesActsByName = {
  findInvoice,
  draftInvoice,
  issueInvoice: issueInvoiceAct,
  sendInvoice: sendInvoiceAct,
  recordPayment: recordPaymentAct,
  draftQuotation,
  sendQuotation: sendQuotationAct,
  createOrder: createOrderAct,
  confirmOrder,
} as const

export type SalesActName = keyof typeof salesActsByName
