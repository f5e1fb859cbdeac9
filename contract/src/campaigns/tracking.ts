import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** From `recipient-token.ts`: says which recipient of which send, signed. */
const Token = z.string().regex(/^[a-z2-7]{61}$/, 'Not found.')

/** From `short-code.ts`: the code of a message, and the number of the link. What is none is not found, and nothing more is said of it. */
const ShortLink = z.string().max(100)

// Many people are behind one address: mail providers fetch pictures for all of their customers.
const rate = { max: 60_000, perSeconds: 60 }

/** What mails and texts open and link to. Reading these never changes what a person agreed to: a GET never unsubscribes. */
export const tracking = {
  open: endpoint({
    id: 'tracking.open',
    method: 'GET',
    path: '/t/o/:token',
    summary: 'The picture by which a campaign mail tells that it was opened',
    access: 'public',
    params: z.strictObject({ token: Token }),
    file: 'image/gif',
    ownLimitOnly: true,
    rate,
  }),
  click: endpoint({
    id: 'tracking.click',
    method: 'GET',
    path: '/t/c/:token/:link',
    summary: 'Follow a link of a campaign message',
    access: 'public',
    params: z.strictObject({ token: Token, link: z.coerce.number().int().min(1).max(10_000) }),
    /** Of a link whose address Liquid made: the address, and what proves that we made it. */
    query: z.strictObject({
      u: z
        .string()
        .regex(/^[\w-]{1,8000}$/)
        .optional(),
      s: z
        .string()
        .regex(/^[\w-]{16}$/)
        .optional(),
    }),
    redirects: true,
    errors: [404],
    ownLimitOnly: true,
    rate,
  }),
  follow: endpoint({
    id: 'tracking.follow',
    method: 'GET',
    path: '/l/:short',
    summary: 'Follow a short link of a campaign text; also without `/api` before it',
    access: 'public',
    params: z.strictObject({ short: ShortLink }),
    redirects: true,
    errors: [404],
    ownLimitOnly: true,
    rate,
  }),
}
