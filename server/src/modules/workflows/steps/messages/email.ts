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
import { StepDesign, renderStepDesign } from './step-design.ts'
import { defineStep } from '../step-type.ts'

const config = z
  .strictObject({
    ...messageFields,
    /** '' for the default. */
    senderId: z.union([z.literal(''), z.uuid()]).default(''),
    subject: requiredText('Subject is required', 900),
    text: templateText(100_000).default(''),
    html: templateText(300_000).default(''),
    /** What the HTML is made from instead; its texts are templates like all of the step. */
    design: StepDesign.nullable().default(null),
  })
  .refine(({ text, html, design }) => text.trim() !== '' || html.trim() !== '' || design !== null, {
    path: ['text'],
    message: 'Write a text',
  })

/** HTML, and the text part for clients that show none, and for the conversation; derived as for campaigns. */
function partsOf({ text, html, design }: z.output<typeof config>): { text: string; html: string } {
  const designed = design && renderStepDesign(design)
  const made = designed ? designed.text : textFromHtml(html)
  return { html: designed ? designed.html : html, text: text.trim() === '' ? made : text }
}

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
      { path: 'design', label: 'Design', kind: 'emailDesign', hint: 'Replaces the HTML.' },
      { path: 'text', label: 'Text', kind: 'longTemplate', hint: 'If it is empty, it is made from the design or the HTML.' },
      { path: 'html', label: 'HTML', kind: 'htmlTemplate', hint: 'If there is neither a design nor HTML, only the text is sent.' },
      ...messageFormTail,
    ],
    sample: messageSample,
  },
  check: (_platform, tx, fields) => checkMessage(tx, 'email', fields),
  run: (platform, tx, fields, context) => {
    const { to, senderId } = fields
    const subject = fields.subject.replaceAll(/\s+/g, ' ').trim()
    const content = { channel: 'email', to, subject, ...partsOf(fields), senderId: senderId || null, template: null } as const
    return sendMessage(platform, tx, fields, content, context)
  },
  settle: readMessageEnd,
})
