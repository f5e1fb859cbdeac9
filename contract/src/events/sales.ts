import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

const invoice = z.object({
  invoiceId: Id,
  number: z.string(),
  contactId: Id.nullable(),
  currency: z.string(),
  /** Minor units. */
  amount: z.int(),
  dueDate: z.iso.date(),
  /** A step of a workflow did it: then it starts no other workflow. */
  byWorkflow: z.boolean().default(false),
})
const sample = {
  invoiceId: oneId,
  number: 'INV/26-27/00001',
  contactId: otherId,
  currency: 'INR',
  amount: 118_000,
  dueDate: '2026-12-24',
  byWorkflow: false,
}

const quotation = z.object({
  quotationId: Id,
  number: z.string(),
  contactId: Id.nullable(),
  currency: z.string(),
  /** Minor units. */
  amount: z.int(),
})
const quotationSample = { quotationId: oneId, number: 'QT/26-27/00001', contactId: otherId, currency: 'INR', amount: 118_000 }

export const salesEvents = {
  quotationAccepted: defineEvent('quotation.accepted', 'A quotation was accepted', quotation.extend({ orderId: Id }), {
    ...quotationSample,
    orderId: otherId,
  }),
  quotationDeclined: defineEvent('quotation.declined', 'A quotation was declined', quotation.extend({ reason: personalText() }), {
    ...quotationSample,
    reason: 'Too expensive',
  }),
  issued: defineEvent('invoice.issued', 'An invoice was issued', invoice, sample),
  /** Nothing of it is due any more: the last payment came, or a credit note for the rest. */
  paid: defineEvent('invoice.paid', 'An invoice was paid', invoice.extend({ paid: z.int(), method: personalText() }), {
    ...sample,
    paid: 118_000,
    method: 'Bank transfer',
  }),
  overdue: defineEvent('invoice.overdue', 'An invoice is overdue', invoice.extend({ due: z.int() }), { ...sample, due: 118_000 }),
}
