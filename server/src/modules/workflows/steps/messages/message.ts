import { z } from 'zod'
import { priorities } from '@imperium/contract/messages.ts'
import { writeInternalMessage } from '../../../messages/index.ts'
import { requiredText } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const message = defineStep({
  kind: 'commit',
  config: z.strictObject({
    to: z.array(z.uuid()).min(1, 'Choose at least one member').max(50),
    subject: requiredText('Subject is required', 300),
    text: requiredText('Write a text', 20_000),
    priority: z.enum(priorities).default('normal'),
  }),
  about: {
    type: 'message',
    label: 'Notify members',
    description: 'Sends a message to members of the organization and notifies them.',
    category: 'message',
    icon: 'bell',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'to', label: 'To', kind: 'members', required: true },
      { path: 'subject', label: 'Subject', kind: 'template', required: true },
      { path: 'text', label: 'Text', kind: 'longTemplate', required: true },
      {
        path: 'priority',
        label: 'Priority',
        kind: 'select',
        options: [
          { value: 'low', label: 'Low' },
          { value: 'normal', label: 'Normal' },
          { value: 'high', label: 'High' },
          { value: 'urgent', label: 'Urgent' },
        ],
      },
    ],
    sample: { conversationId: '0198c0de-0000-7000-8000-000000000001' },
  },
  run: async (platform, tx, fields, { workflowName }) => {
    const conversationId = await writeInternalMessage(platform, tx, { ...fields, from: workflowName })
    if (conversationId !== null) return { kind: 'done', output: { conversationId }, link: { kind: 'message', id: conversationId } }
    return { kind: 'failed', code: 'NO_RECIPIENT', message: 'None of these users is an active member', retryable: false }
  },
})
