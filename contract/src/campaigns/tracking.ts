import { z } from 'zod'
import { get, operations } from '../kit/operations.ts'

/** Signed token from `recipient-token.ts` that names the recipient and the send. */
const Token = z.string().regex(/^[a-z2-7]{61}$/, 'Not found.')

/** From `short-code.ts`: the code of a message and the number of the link. An invalid one gets 404 without details. */
const ShortLink = z.string().max(100)

// Many recipients share one address: mail providers fetch images for all their customers.
const rate = { max: 60_000, perSeconds: 60 }

/** What emails and SMS open and link to. Reading these never changes consent: a GET never unsubscribes. */
export const tracking = operations('tracking', 'public', {
  open: get('/t/o/:token', 'The picture by which a campaign mail tells that it was opened', {
    params: z.strictObject({ token: Token }),
    file: 'image/gif',
    ownLimitOnly: true,
    rate,
  }),
  click: get('/t/c/:token/:link', 'Follow a link of a campaign message', {
    params: z.strictObject({
      token: Token,
      link: z.coerce.number().int().min(1).max(10_000),
    }),
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
    ownLimitOnly: true,
    rate,
  }),
  follow: get('/l/:short', 'Follow a short link of a campaign text; also without `/api` before it', {
    params: z.strictObject({ short: ShortLink }),
    redirects: true,
    ownLimitOnly: true,
    rate,
  }),
})
