import { z } from 'zod'
import { line, text } from '../kit/fields.ts'
import { del, get, operations, post, put } from '../kit/operations.ts'
import { languages } from '../languages.ts'

export const helpCenterLimits = { links: 5, logoBytes: 2 * 1024 * 1024 } as const

const HelpLink = z.strictObject({
  label: line(40).min(1, 'Name is required'),
  url: z.url({ protocol: /^(https?|mailto)$/, error: 'Enter an address that starts with https:// or mailto:' }).max(500),
})
const links = z.array(HelpLink).max(helpCenterLimits.links)
const accent = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'Use a colour such as #3b46d6')
  .nullable()

export const HelpCenter = z
  .object({
    isEnabled: z.boolean(),
    /** Above the articles; the organization's name where it is empty. */
    title: z.string(),
    intro: z.string(),
    /** Of links and buttons; made darker or lighter where it could not be read. Null: that of the product. */
    accent,
    hasLogo: z.boolean(),
    /** Beside the name, for example to the organization's own website. */
    links,
    url: z.string(),
    /** Published articles with visibility `public`: what it shows. */
    publicArticles: z.int(),
  })
  .meta({ id: 'HelpCenter' })
export type HelpCenter = z.infer<typeof HelpCenter>

export const HelpCenterBody = z.strictObject({
  isEnabled: z.boolean(),
  title: line(100).default(''),
  intro: text(500).default(''),
  accent: accent.default(null),
  links: links.default([]),
})
export type HelpCenterBody = z.infer<typeof HelpCenterBody>

const org = line(63).regex(/^[a-z0-9-]+$/, 'This is not an address')
const place = z.strictObject({ org })
const article = z.strictObject({ org, id: z.uuid() })
/** Others are ignored: links from elsewhere add their own, such as utm_source. */
const view = z.object({
  language: z.enum(languages).optional(),
  q: z.string().max(200).optional(),
  thanks: z.string().max(10).optional(),
})
const rate = { max: 120, perSeconds: 60 } as const

export const helpCenter = operations('help-center', 'public', {
  read: get('/knowledge/help-center', 'Read the settings of the public help center', { access: 'knowledge:read', reply: HelpCenter }),
  update: put('/knowledge/help-center', 'Switch the public help center on or off, and name it', {
    access: 'knowledge:manage',
    body: HelpCenterBody,
    reply: HelpCenter,
  }),
  setLogo: put('/knowledge/help-center/logo', 'Set the logo of the public help center: a PNG, JPEG or WebP of at most 2 MB', {
    access: 'knowledge:manage',
    upload: ['image/png', 'image/jpeg', 'image/webp'],
    bodyLimit: helpCenterLimits.logoBytes,
    reply: HelpCenter,
    transaction: false,
    errors: [503],
  }),
  removeLogo: del('/knowledge/help-center/logo', 'Remove the logo of the public help center', {
    access: 'knowledge:manage',
    reply: HelpCenter,
  }),
  logo: get('/public/help/:org/logo.png', 'The logo of a public help center', { params: place, file: 'image/png', rate }),
  home: get('/public/help/:org', 'Show or search a public help center (also at /help/:org)', {
    params: place,
    query: view,
    page: true,
    rate,
  }),
  article: get('/public/help/:org/articles/:id', 'Show an article of a public help center (also at /help/:org/articles/:id)', {
    params: article,
    query: view,
    page: true,
    rate,
  }),
  rate: post(
    '/public/help/:org/articles/:id',
    'Say whether an article of a public help center was helpful (also at /help/:org/articles/:id)',
    {
      params: article,
      upload: ['application/x-www-form-urlencoded'],
      bodyLimit: 4 * 1024,
      page: true,
      audited: false,
      rate: { max: 30, perSeconds: 600 },
    },
  ),
  sitemap: get('/public/help/:org/sitemap.xml', 'List the pages of a public help center (also at /help/:org/sitemap.xml)', {
    params: place,
    raw: true,
    rate,
  }),
})
