import { z } from 'zod'
import { sendWays } from '@imperium/contract/sales/sales-documents.ts'
import { paymentMethods } from '@imperium/contract/sales/sales-invoices.ts'
import { AppError } from '../../../../platform/errors.ts'
import { requiredText, templateText } from '../config-fields.ts'
import { doneWith, invoiceSample, leaveBy, salesStep } from './sales-step.ts'

const invoice = requiredText('Name an invoice', 40)
const next = { port: 'next', label: 'Next' }
const invoiceField = {
  path: 'invoice',
  label: 'Invoice',
  kind: 'template' as const,
  required: true,
  placeholder: '{{ trigger.invoiceId }}',
  hint: 'Its id or number.',
}

export const findInvoice = salesStep({
  about: {
    type: 'sales_find_invoice',
    label: 'Find an invoice',
    description: 'Reads an invoice by its id or number, or the newest one of a contact that is not paid yet.',
    ports: [
      { port: 'next', label: 'Found' },
      { port: 'none', label: 'Not found' },
    ],
    form: [
      {
        path: 'by',
        label: 'Find by',
        kind: 'select',
        options: [
          { value: 'invoice', label: 'Id or number' },
          { value: 'contact', label: 'Contact' },
        ],
      },
      { ...invoiceField, when: { path: 'by', in: ['invoice'] }, required: false },
      { path: 'contact', label: 'Contact', kind: 'template', when: { path: 'by', in: ['contact'] } },
    ],
    sample: invoiceSample,
  },
  config: z.strictObject({
    by: z.enum(['invoice', 'contact']).default('invoice'),
    invoice: templateText(40).default(''),
    contact: templateText(320).default(''),
  }),
  run: async (perform, { by, ...named }) => {
    try {
      const output = await perform('findInvoice', { [by]: named[by] })
      return { kind: 'done', output, port: output['found'] === true ? 'next' : 'none' }
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return { kind: 'done', output: { found: false }, port: 'none' }
      throw error
    }
  },
})

export const issueInvoice = salesStep({
  about: {
    type: 'sales_issue_invoice',
    label: 'Issue an invoice',
    description: 'Gives a drafted invoice its number. It cannot be changed any more.',
    ports: [next],
    form: [invoiceField],
    sample: invoiceSample,
  },
  config: z.strictObject({ invoice }),
  run: async (perform, fields) => doneWith(await perform('issueInvoice', fields)),
})

export const sendInvoice = salesStep({
  about: {
    type: 'sales_send_invoice',
    label: 'Send an invoice',
    description: 'Sends an invoice, or a reminder of one that is not paid, with the payment link, in the language of the customer.',
    ports: [next, { port: 'skipped', label: 'Nothing to send' }],
    form: [
      invoiceField,
      {
        path: 'kind',
        label: 'Message',
        kind: 'select',
        options: [
          { value: 'invoice', label: 'The invoice' },
          { value: 'reminder', label: 'A reminder' },
        ],
      },
      {
        path: 'via',
        label: 'Channel',
        kind: 'select',
        options: [
          { value: 'email', label: 'Email' },
          { value: 'sms', label: 'SMS' },
          { value: 'whatsapp', label: 'WhatsApp' },
        ],
      },
    ],
    sample: invoiceSample,
  },
  config: z.strictObject({ invoice, kind: z.enum(['invoice', 'reminder']).default('invoice'), via: z.enum(sendWays).default('email') }),
  run: async (perform, fields) => {
    try {
      return doneWith(await perform('sendInvoice', fields))
    } catch (error) {
      return leaveBy('skipped', error)
    }
  },
})

export const recordPayment = salesStep({
  about: {
    type: 'sales_record_payment',
    label: 'Record a payment',
    description: 'Records that an invoice was paid, in full or in part.',
    ports: [next, { port: 'skipped', label: 'Nothing is due' }],
    form: [
      invoiceField,
      { path: 'amount', label: 'Amount', kind: 'template', placeholder: '499.50', hint: 'Empty: all that is due.' },
      { path: 'method', label: 'Payment method', kind: 'select', options: paymentMethods.map((value) => ({ value, label: value })) },
      { path: 'reference', label: 'Reference', kind: 'template' },
    ],
    sample: { ...invoiceSample, status: 'Paid', isOpen: false, due: 0, dueText: '₹0.00' },
  },
  config: z.strictObject({
    invoice,
    amount: templateText(30).default(''),
    method: z.enum(paymentMethods).default('Other'),
    reference: templateText(120).default(''),
  }),
  run: async (perform, { amount, ...fields }) => {
    try {
      return doneWith(await perform('recordPayment', { ...fields, ...(amount.trim() ? { amount: Number(amount) } : {}) }))
    } catch (error) {
      return leaveBy('skipped', error)
    }
  },
})
