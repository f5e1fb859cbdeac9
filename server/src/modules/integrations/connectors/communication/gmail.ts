import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import { googleAccount, googleAccountHost, googleSignIn } from '../productivity/google-sign-in.ts'

const addresses = (title: string) => z.array(z.email()).max(100).meta({ title })
const email = z.object({
  to: addresses('To').min(1),
  cc: addresses('Cc').default([]),
  bcc: addresses('Bcc').default([]),
  replyTo: z.email().optional().meta({ title: 'Reply to' }),
  subject: z.string().min(1).max(500).meta({ title: 'Subject' }),
  body: z.string().min(1).max(500_000).meta({ title: 'Text', isLong: true }),
  isHtml: z.boolean().default(false).meta({ title: 'The text is HTML' }),
})

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const maxLine = 76

/** The message as RFC 5322 wants it. Subject and body are base64, so that no line of theirs becomes a header. */
function rawMessage({ to, cc, bcc, replyTo, subject, body, isHtml }: z.output<typeof email>): string {
  const subjects = (subject.match(/[\s\S]{1,15}/gu) ?? []).map((part) => `=?UTF-8?B?${encoded(part)}?=`)
  const lines = [
    `To: ${to.join(', ')}`,
    ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
    ...(bcc.length > 0 ? [`Bcc: ${bcc.join(', ')}`] : []),
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    `Subject: ${subjects.join('\r\n ')}`,
    'MIME-Version: 1.0',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(encoded(body).match(new RegExp(`.{1,${maxLine}}`, 'g')) ?? []),
  ]
  return Buffer.from(lines.join('\r\n')).toString('base64url')
}

/** https://developers.google.com/workspace/gmail/api/reference/rest */
export const gmail = defineConnector({
  id: 'gmail',
  name: 'Gmail',
  category: 'Communication',
  description: 'Sends emails and prepares drafts from your mailbox. It reads none.',
  isPopular: true,
  baseUrl: 'https://gmail.googleapis.com/gmail/v1',
  hosts: [googleAccountHost],
  auth: [googleSignIn('https://www.googleapis.com/auth/gmail.compose')],
  test: googleAccount,
  actions: {
    send_email: action({
      title: 'Send an email',
      description: 'Sends an email from your address.',
      input: email,
      method: 'POST',
      request: (input) => ({ path: '/users/me/messages/send', json: { raw: rawMessage(input) } }),
      sample: { id: '18c1', threadId: '18c1', labelIds: ['SENT'] },
    }),
    create_draft: action({
      title: 'Create a draft',
      description: 'Puts an email into your drafts for you to look at and send.',
      input: email,
      method: 'POST',
      request: (input) => ({ path: '/users/me/drafts', json: { message: { raw: rawMessage(input) } } }),
      sample: { id: 'r-1', message: { id: '18c2' } },
    }),
  },
})
