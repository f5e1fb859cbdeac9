import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { Id, Timestamp, idParams } from './kit/fields.ts'

/** A mail that the sandbox kept, because no mail server is configured. */
export const KeptMail = z.object({ id: Id, from: z.string(), to: z.string(), subject: z.string(), at: Timestamp }).meta({ id: 'KeptMail' })
export type KeptMail = z.infer<typeof KeptMail>

export const KeptMailContent = KeptMail.extend({ text: z.string(), html: z.string().nullable() }).meta({ id: 'KeptMailContent' })
export type KeptMailContent = z.infer<typeof KeptMailContent>

/** For trying the product on one machine without a mail server: everywhere else both answer 404. */
export const mailbox = {
  list: endpoint({
    id: 'mailbox.list',
    method: 'GET',
    path: '/dev/mailbox',
    summary: 'List the latest mails that the sandbox kept; only on a machine of its own without a mail server',
    access: 'public',
    reply: z.array(KeptMail).max(200),
    errors: [404],
    transaction: false,
  }),
  read: endpoint({
    id: 'mailbox.read',
    method: 'GET',
    path: '/dev/mailbox/:id',
    summary: 'Read a mail that the sandbox kept',
    access: 'public',
    params: idParams,
    reply: KeptMailContent,
    errors: [404],
    transaction: false,
  }),
}
