import { z } from 'zod'
import { line, text } from '../kit/fields.ts'
import { get, operations, post, put } from '../kit/operations.ts'
import { languages } from '../languages.ts'

export const HelpCenter = z
  .object({
    isEnabled: z.boolean(),
    /** Above the articles; the organization's name where it is empty. */
    title: z.string(),
    intro: z.string(),
    url: z.string(),
    /** Published articles with visibility `public`: what it shows. */
    publicArticles: z.int(),
  })
  .meta({ id: 'HelpCenter' })
export type HelpCenter = z.infer<typeof HelpCenter>

export const HelpCenterBody = z.strictObject({ isEnabled: z.boolean(), title: line(100).default(''), intro: text(500).default('') })
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
