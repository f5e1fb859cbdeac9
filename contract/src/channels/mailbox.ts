import { z } from 'zod'
import { get, operations, post } from '../kit/operations.ts'
import { Id, Timestamp, text } from '../kit/fields.ts'
import { Channel } from '../contacts/reach.ts'

/** A message that the sandbox stored instead of sending: an email without a configured mail server, or one of a sandbox account. */
export const KeptMail = z
  .object({
    id: Id,
    channel: Channel,
    /** Empty but for email. */
    from: z.string(),
    to: z.string(),
    /** Of an email; for other channels the start of the text. */
    subject: z.string(),
    at: Timestamp,
    /** Above 1 only when it was sent again with the same identity after a crash. */
    copies: z.int(),
    /** It belongs to an organization, so the tester can reply, bounce or complain. */
    canAnswer: z.boolean(),
  })
  .meta({ id: 'KeptMail' })
export type KeptMail = z.infer<typeof KeptMail>

export const simulatedKinds = ['reply', 'bounce', 'complaint'] as const

export const KeptMailContent = KeptMail.extend({
  text: z.string(),
  html: z.string().nullable(),
  /** Of an SMS by an account that is registered in India (TRAI DLT). */
  dlt: z.object({ entityId: z.string(), templateId: z.string() }).nullable(),
}).meta({ id: 'KeptMailContent' })
export type KeptMailContent = z.infer<typeof KeptMailContent>

/** For trying the product on one machine without a mail server: otherwise both answer 404. */
export const mailbox = operations('mailbox', 'public', {
  list: get('/dev/mailbox', 'List the latest mails that the sandbox kept; only on a machine of its own without a mail server', {
    reply: z.array(KeptMail).max(200),
    errors: [404],
    transaction: false,
  }),
  read: get('/dev/mailbox/:id', 'Read a mail that the sandbox kept', { reply: KeptMailContent, transaction: false }),
  answer: post('/dev/mailbox/:id/answer', 'Act as the recipient of a message that the sandbox kept: reply, let it bounce, complain', {
    body: z.strictObject({ kind: z.enum(simulatedKinds), text: text(5000).default('') }),
    errors: [409],
    transaction: false,
    audited: false,
  }),
})
