import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt } from '../../kit/read-value.ts'

const email = z.email().meta({ title: 'Email' })

/** https://www.twilio.com/docs/sendgrid/api-reference */
export const sendgrid = defineConnector({
  id: 'sendgrid',
  name: 'SendGrid',
  category: 'Marketing',
  description: 'Sends emails and keeps contacts of marketing campaigns.',
  baseUrl: 'https://api.sendgrid.com/v3',
  auth: [bearer({ placeholder: 'SG.…', hint: 'Settings, API Keys: Mail Send, and Marketing for contacts.' })],
  // Every key may read its own scopes.
  test: { request: { path: '/scopes' } },
  actions: {
    send_email: action({
      title: 'Send an email',
      description: 'Sends an email from a verified sender and answers the id of the message.',
      input: z.object({
        to: email.meta({ title: 'To' }),
        from: email.meta({ title: 'From' }),
        fromName: z.string().max(200).optional().meta({ title: 'Name of the sender' }),
        subject: z.string().min(1).max(900).meta({ title: 'Subject' }),
        text: z.string().min(1).max(500_000).meta({ title: 'Text', isLong: true }),
        isHtml: z.boolean().default(false).meta({ title: 'The text is HTML' }),
      }),
      method: 'POST',
      request: ({ to, from, fromName, subject, text, isHtml }) => ({
        path: '/mail/send',
        json: {
          personalizations: [{ to: [{ email: to }] }],
          from: { email: from, name: fromName },
          subject,
          content: [{ type: isHtml ? 'text/html' : 'text/plain', value: text }],
        },
      }),
      read: (_body, { headers }) => ({ messageId: headers.get('x-message-id') }),
      sample: { messageId: '14c5d75ce93' },
    }),
    save_contact: action({
      title: 'Create or change a contact',
      description: 'Adds a contact to lists, or changes it. SendGrid works on it later.',
      input: z.object({
        email,
        first_name: z.string().max(50).optional().meta({ title: 'First name' }),
        last_name: z.string().max(50).optional().meta({ title: 'Last name' }),
        listIds: z.array(z.string().max(60)).max(50).default([]).meta({ title: 'Lists' }),
      }),
      method: 'PUT',
      isRepeatable: true,
      request: ({ listIds, ...contact }) => ({ path: '/marketing/contacts', json: { list_ids: listIds, contacts: [contact] } }),
      sample: { job_id: '1' },
    }),
    list_lists: action({
      title: 'List lists',
      description: 'Lists the lists of contacts with their ids.',
      input: z.object({}),
      method: 'GET',
      request: () => ({ path: '/marketing/lists', query: { page_size: 1_000 } }),
      read: (body) => listAt(body, 'result'),
      sample: [{ id: 'l1', name: 'Newsletter', contact_count: 5 }],
    }),
    check_bounce: action({
      title: 'Look up a bounce',
      description: 'Answers why mail to an address came back, or null.',
      input: z.object({ email }),
      method: 'GET',
      request: (input) => ({ path: path`/suppression/bounces/${input.email}` }),
      read: (body) => at(body, '0') ?? null,
      sample: { created: 1_443_651_125, email: 'ada@example.com', reason: '550 5.1.1', status: '5.1.1' },
    }),
  },
})
