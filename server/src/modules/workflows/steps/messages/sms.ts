import { z } from 'zod'
import { requiredText } from '../config-fields.ts'
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

export const sms = defineStep({
  kind: 'commit',
  config: z.strictObject({ ...messageFields, text: requiredText('Write a text', 1600) }),
  about: {
    type: 'sms',
    label: 'Send SMS',
    description: 'Sends a text message to a contact or a number.',
    category: 'message',
    icon: 'message',
    ports: messagePorts,
    form: [...messageFormHead, { path: 'text', label: 'Text', kind: 'longTemplate', required: true }, ...messageFormTail],
    sample: { ...messageSample, to: '+442079460958' },
  },
  check: (_platform, tx, fields) => checkMessage(tx, 'sms', fields),
  run: (platform, tx, fields, context) => {
    const { to, text } = fields
    return sendMessage(
      platform,
      tx,
      fields,
      { channel: 'sms', to, subject: 'SMS', text, html: '', senderId: null, template: null },
      context,
    )
  },
  settle: readMessageEnd,
})
