import { z } from 'zod'
import { textFromHtml } from '../../../campaigns/index.ts'
import { requiredText, templateText } from '../config-fields.ts'
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
    /** '' for the default. */
    senderId: z.union([z.literal(''), z.uuid()]).default(''),
    subject: requiredText('Subject is required', 900),
    text: templateText(100_000).default(''),
    html: templateText(300_000).default(''),
  })
  .refine(({ text, html }) => text.trim() !== '' || html.trim() !== '', { path: ['text'], message: 'Write a text' })

/** Text part for clients that show no HTML, and for the conversation; derived as for campaigns. */
const textOf = ({ text, html }: { text: string; html: string }): string => (text.trim() === '' ? textFromHtml(html) : text)

export const email = defineStep({
  kind: 'commit',
  config,
  about: {
    type: 'email',
    label: 'Send email',
    description: 'Sends an email to a contact or an address.',
    category: 'message',
    icon: 'mail',
    ports: messagePorts,
    form: [
      ...messageFormHead,
      { path: 'senderId', label: 'From', kind: 'sender' },
      { path: 'subject', label: 'Subject', kind: 'template', required: true },
      { path: 'text', label: 'Text', kind: 'longTemplate' },
      { path: 'html', label: 'HTML', kind: 'htmlTemplate', hint: 'If there is none, only the text is sent.' },
      ...messageFormTail,
    ],
    sample: messageSample,
  },
  check: (_platform, tx, fields) => checkMessage(tx, 'email', fields),
  run: (platform, tx, fields, context) => {
    const { to, html, senderId } = fields
    const subject = fields.subject.replaceAll(/\s+/g, ' ').trim()
    const content = { channel: 'email', to, subject, text: textOf(fields), html, senderId: senderId || null, template: null } as const
    return sendMessage(platform, tx, fields, content, context)
  },
  settle: readMessageEnd,
})
