import { z } from 'zod'
import { get, operations, post } from '../kit/operations.ts'
import { Language } from '../languages.ts'
import { Channel } from './reach.ts'

/** What a contact sees of an organization and may choose; the link is the only credential. */
export const PreferencePage = z
  .object({
    /** `preview`: belongs to no contact and is shown to the organization; nothing can be saved. */
    kind: z.enum(['person', 'preview']),
    organization: z.object({ name: z.string(), website: z.string(), contactEmail: z.string() }),
    title: z.string(),
    text: z.string(),
    /** The contact's language, if it is one of ours. */
    language: Language.nullable(),
    /** The contact's masked address: `a***@example.com`. */
    hint: z.string(),
    /** Channel of the message that holds the link. */
    channel: Channel,
    purpose: z.object({ key: z.string(), name: z.string() }).nullable(),
    channels: z
      .array(
        z.object({
          channel: Channel,
          hint: z.string(),
          /** Suppressed for a reason that no choice here lifts. */
          closed: z.boolean(),
        }),
      )
      .max(4),
    purposes: z.array(z.object({ key: z.string(), name: z.string(), description: z.string(), granted: z.array(Channel).max(4) })).max(200),
  })
  .meta({ id: 'PreferencePage' })
export type PreferencePage = z.infer<typeof PreferencePage>

/** Accepts any token: for a link that a mail program truncated, the page itself shows an explanation. */
const params = z.strictObject({ token: z.string().max(200) })
/** Links cannot be guessed: this is against load. */
const rate = { max: 120, perSeconds: 60 } as const
const form = ['application/x-www-form-urlencoded'] as const

/** Pages behind the links of messages, without scripts. Opening one changes nothing. */
export const linkPages = operations('link-pages', 'public', {
  openChoices: get('/public/choices/:token', 'Show the preference page to a browser that runs no script (also at /choices/:token)', {
    params,
    page: true,
    rate,
  }),
  saveChoices: post(
    '/public/choices/:token',
    'Save what was ticked on that page, or unsubscribe from everything (also at /choices/:token)',
    { params, upload: form, bodyLimit: 64 * 1024, page: true, audited: false, rate },
  ),
  openUnsubscribePage: get(
    '/public/unsubscribe/:token',
    'Show the page that unsubscribes by the link of a message (also at /unsubscribe/:token): opening it ends nothing',
    { params, page: true, rate },
  ),
  unsubscribeOnPage: post(
    '/public/unsubscribe/:token',
    'Press a button of that page: ends what the message was about, or everything (also at /unsubscribe/:token)',
    { params, upload: form, bodyLimit: 4096, page: true, audited: false, rate },
  ),
  openConfirmation: get(
    '/public/confirm/:token',
    'Show the page of a confirmation letter’s link (also at /confirm/:token): opening it confirms nothing',
    { params, page: true, rate },
  ),
  confirm: post(
    '/public/confirm/:token',
    'Press the button of that page: confirms consent that waits for it, double opt-in (also at /confirm/:token)',
    { params, upload: form, bodyLimit: 4096, page: true, audited: false, rate },
  ),
})
