import { z } from 'zod'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { requiredText, templateList, templateText } from '../config-fields.ts'

/** One line typed here, or a list that an earlier step put out. */
export const documentFields = {
  contact: requiredText('Name a contact', 320),
  from: z.enum(['line', 'list']).default('line'),
  sku: templateText(60).default(''),
  description: templateText(300).default(''),
  quantity: templateText(30).default('1'),
  unitPrice: templateText(30).default(''),
  taxPercent: templateText(30).default(''),
  lines: templateList(100).default(''),
  currency: templateText(3).default(''),
  notes: templateText(2000).default(''),
}

const isLine = { path: 'from', in: ['line'] }

export const documentForm: z.input<typeof FormField>[] = [
  { path: 'contact', label: 'Contact', kind: 'template', required: true, placeholder: '{{ steps.contact.id }}' },
  {
    path: 'from',
    label: 'Lines',
    kind: 'select',
    options: [
      { value: 'line', label: 'One line' },
      { value: 'list', label: 'A list from an earlier step' },
    ],
  },
  { path: 'sku', label: 'SKU', kind: 'template', hint: 'A product fills the fields that are empty.', when: isLine },
  { path: 'description', label: 'Description', kind: 'template', when: isLine },
  { path: 'quantity', label: 'Quantity', kind: 'template', when: isLine },
  { path: 'unitPrice', label: 'Unit price', kind: 'template', placeholder: '499.50', hint: 'Before tax.', when: isLine },
  { path: 'taxPercent', label: 'Tax %', kind: 'template', placeholder: '18', when: isLine },
  {
    path: 'lines',
    label: 'List of lines',
    kind: 'template',
    placeholder: '{{ trigger.body.lines }}',
    hint: 'Each with sku or description, quantity, unitPrice and taxPercent.',
    when: { path: 'from', in: ['list'] },
  },
  { path: 'currency', label: 'Currency', kind: 'template', placeholder: 'INR', hint: 'Empty: that of the sales settings.' },
  { path: 'notes', label: 'Notes', kind: 'longTemplate' },
]

type Fields = z.output<z.ZodObject<typeof documentFields>>

const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const given = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A list that a template yielded, or that stands in it as JSON; anything else is refused by the act. */
function readList(lines: Fields['lines']): unknown {
  if (typeof lines !== 'string') return lines
  try {
    return JSON.parse(lines)
  } catch {
    return lines
  }
}

/** The configuration as the acts of sales take it. */
export const documentInputOf = ({ contact, from, sku, description, quantity, unitPrice, taxPercent, lines, currency, notes }: Fields) => {
  const line = given({ sku, description, quantity: numberIn(quantity), unitPrice: numberIn(unitPrice), taxPercent: numberIn(taxPercent) })
  return {
    contact,
    lines: from === 'line' ? [line] : readList(lines),
    ...(currency.trim() ? { currency: currency.trim().toUpperCase() } : {}),
    notes,
  }
}
