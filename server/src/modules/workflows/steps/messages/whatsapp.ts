import { z } from 'zod'
import { message } from '@imperium/contract/kit/message.ts'
import { findTemplate } from '../../../channels/index.ts'
import { templateText } from '../config-fields.ts'
import {
  checkMessage,
  messageFields,
  messageFormHead,
  messageFormTail,
  messagePorts,
  messageSample,
  readMessageEnd,
  sendMessage,
} from './send-message.ts'
import { defineStep } from '../step-type.ts'

const config = z
  .strictObject({
    ...messageFields,
    /** text: a reply within 24 hours of the contact's last message. */
    mode: z.enum(['template', 'text']).default('template'),
    templateId: z.union([z.literal(''), z.uuid()]).default(''),
    /** In the order of the template; names are for display. */
    variables: z
      .array(z.strictObject({ name: z.string().max(60).default(''), value: templateText(1000) }))
      .max(20)
      .default([]),
    text: templateText(4000).default(''),
  })
  .superRefine(({ mode, templateId, text }, context) => {
    if (mode === 'template' && templateId === '') context.addIssue({ code: 'custom', path: ['templateId'], message: 'Choose a template' })
    if (mode === 'text' && text.trim() === '') context.addIssue({ code: 'custom', path: ['text'], message: 'Write a text' })
  })

export const whatsapp = defineStep({
  kind: 'commit',
  config,
  about: {
    type: 'whatsapp',
    label: 'Send WhatsApp',
    description: "Sends a WhatsApp message: an approved template, or free text within 24 hours of the contact's last message.",
    category: 'message',
    icon: 'whatsapp',
    ports: messagePorts,
    form: [
      ...messageFormHead,
      {
        path: 'mode',
        label: 'Send',
        kind: 'select',
        options: [
          { value: 'template', label: 'An approved template' },
          { value: 'text', label: "Free text, within 24 hours of the contact's last message" },
        ],
      },
      { path: 'templateId', label: 'Template', kind: 'whatsappTemplate', when: { path: 'mode', in: ['template'] } },
      { path: 'variables', label: 'Variables, in order', kind: 'pairs', when: { path: 'mode', in: ['template'] } },
      { path: 'text', label: 'Text', kind: 'longTemplate', when: { path: 'mode', in: ['text'] } },
      ...messageFormTail,
    ],
    sample: { ...messageSample, to: '+442079460958' },
  },
  check: async (_platform, tx, fields) => {
    const problems = await checkMessage(tx, 'whatsapp', fields)
    if (fields.mode === 'text') return problems
    const found = await findTemplate(tx, fields.templateId)
    if (found?.status !== 'APPROVED') return [...problems, { path: 'templateId', message: 'This template is not approved' }]
    if (found.variables === fields.variables.length) return problems
    return [...problems, { path: 'variables', ...message('The template has {count} variables', { count: found.variables }) }]
  },
  run: (platform, tx, fields, context) => {
    const { mode, templateId, variables, to } = fields
    const template = mode === 'template' ? { id: templateId, variables: variables.map(({ value }) => value) } : null
    // The conversation shows a template by its values.
    const text = template ? template.variables.join(' · ') : fields.text
    const content = { channel: 'whatsapp', to, subject: 'WhatsApp', text, html: '', senderId: null, template } as const
    return sendMessage(platform, tx, fields, content, context)
  },
  settle: readMessageEnd,
})
