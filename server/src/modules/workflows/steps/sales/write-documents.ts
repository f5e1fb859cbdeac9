import { z } from 'zod'
import { templateText } from '../config-fields.ts'
import { documentFields, documentForm, documentInputOf } from './document-fields.ts'
import { documentSample, doneWith, invoiceSample, salesStep } from './sales-step.ts'

const next = [{ port: 'next', label: 'Next' }]

const finishField = (options: { value: string; label: string }[]) => ({ path: 'finish', label: 'Then', kind: 'select' as const, options })

export const draftInvoice = salesStep({
  about: {
    type: 'sales_draft_invoice',
    label: 'Create an invoice',
    description: 'Drafts an invoice to a contact, and issues and emails it if wanted.',
    ports: next,
    form: [
      ...documentForm,
      { path: 'dueDate', label: 'Due date', kind: 'template', placeholder: '2026-12-24', hint: 'Empty: by the payment term.' },
      finishField([
        { value: 'draft', label: 'Leave it as a draft' },
        { value: 'issue', label: 'Issue it' },
        { value: 'send', label: 'Issue and email it' },
      ]),
    ],
    sample: invoiceSample,
  },
  config: z.strictObject({
    ...documentFields,
    dueDate: templateText(10).default(''),
    finish: z.enum(['draft', 'issue', 'send']).default('draft'),
  }),
  run: async (perform, { dueDate, finish, ...fields }) => {
    const draft = await perform('draftInvoice', { ...documentInputOf(fields), ...(dueDate ? { dueDate } : {}) })
    if (finish === 'draft') return doneWith(draft)
    const issued = await perform('issueInvoice', { invoice: draft['id'] })
    return doneWith(finish === 'issue' ? issued : await perform('sendInvoice', { invoice: draft['id'] }))
  },
})

export const draftQuotation = salesStep({
  about: {
    type: 'sales_draft_quotation',
    label: 'Create a quotation',
    description: 'Drafts a quotation to a contact, and emails it if wanted.',
    ports: next,
    form: [
      ...documentForm,
      finishField([
        { value: 'draft', label: 'Leave it as a draft' },
        { value: 'send', label: 'Email it' },
      ]),
    ],
    sample: { ...documentSample, number: 'QT/26-27/00001', status: 'Draft' },
  },
  config: z.strictObject({ ...documentFields, finish: z.enum(['draft', 'send']).default('draft') }),
  run: async (perform, { finish, ...fields }) => {
    const draft = await perform('draftQuotation', documentInputOf(fields))
    return doneWith(finish === 'draft' ? draft : { ...draft, ...(await perform('sendQuotation', { quotation: draft['id'] })) })
  },
})

export const createOrder = salesStep({
  about: {
    type: 'sales_create_order',
    label: 'Create a sales order',
    description: 'Creates a sales order of a contact, and confirms it if wanted.',
    ports: next,
    form: [
      ...documentForm,
      finishField([
        { value: 'pending', label: 'Leave it pending' },
        { value: 'confirm', label: 'Confirm it' },
      ]),
    ],
    sample: documentSample,
  },
  config: z.strictObject({ ...documentFields, finish: z.enum(['pending', 'confirm']).default('pending') }),
  run: async (perform, { finish, ...fields }) => {
    const order = await perform('createOrder', documentInputOf(fields))
    return doneWith(finish === 'pending' ? order : { ...order, ...(await perform('confirmOrder', { order: order['id'] })) })
  },
})
