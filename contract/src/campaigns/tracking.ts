import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** Signed token from `recipient-token.ts` that names the recipient and the send. */
const Token = z.string().regex(/^[a-z2-7]{61}$/, 'Not found.')

/** From `short-code.ts`: the code of a message and the number of the link. An invalid one gets 404 without details. */
const ShortLink = z.string().max(100)

// Many recipients share one address: mail providers fetch images for all their customers.
const rate = { max: 60_000, perSeconds: 60 }

/** What emails and SMS open and link to. Reading these never changes consent: a GET never unsubscribes. */
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
    /** Of a link that Liquid rendered: the address and the signature that proves that we made it. */
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
