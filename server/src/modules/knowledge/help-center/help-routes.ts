import { helpCenter } from '@imperium/contract/knowledge/help-center.ts'
import type { HelpCenter } from '@imperium/contract/knowledge/help-center.ts'
import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { addressGroup } from '../../../platform/auth/rate-limit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { publicUrlOf } from '../../../platform/http/host-owners.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext, PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decodeImage } from '../../../platform/images/decode-image.ts'
import { pageLookIn } from '../../branding/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { searchPassages } from '../search/search-store.ts'
import { articlePage, gonePage, homePage, resultsPage, sitemap } from './help-pages.ts'
import type { Center } from './help-pages.ts'
import { renderArticle } from './render-article.ts'
import {
  countPublicArticles,
  findOpenCenter,
  findPublicArticle,
  listPublicArticles,
  publicScope,
  readCenter,
  readLogo,
  recordVote,
  writeCenter,
  writeLogo,
} from './help-store.ts'
import type { ArticleText, PublicArticle } from './help-store.ts'

const mostResults = 20
const logoBox = { width: 480, height: 120, fit: 'inside', withoutEnlargement: true } as const

const urlOf = (platform: Platform, orgId: string, slug: string) => `${publicUrlOf(platform, orgId)}/help/${slug}`

async function showSettings(platform: Platform, { tx, org }: Pick<OrgContext, 'tx' | 'org'>): Promise<HelpCenter> {
  const center = await readCenter(tx)
  return {
    isEnabled: center?.is_enabled ?? false,
    title: center?.title ?? '',
    intro: center?.intro ?? '',
    accent: center?.accent ?? null,
    hasLogo: center?.has_logo ?? false,
    links: (center?.links ?? []) as HelpCenter['links'],
    url: urlOf(platform, org.id, org.slug),
    publicArticles: await countPublicArticles(tx),
  }
}

interface Visit {
  slug: string
  chosen: Language | null
  context: PublicContext
}

/** Opens the help center of an address in its organization; a page that says "not found" where there is none. */
async function visit(
  platform: Platform,
  { slug, chosen, context }: Visit,
  work: (tx: OrgTx, center: Center) => Promise<PageResponse | null>,
): Promise<PageResponse> {
  const language = chosen ?? chooseLanguage(context.header('accept-language'))
  const orgId = await platform.db.withSystem((tx) => findOpenCenter(tx, slug))
  const organization = orgId && (await platform.db.withAuth((tx) => findOrganization(tx, orgId)))
  if (!orgId || !organization) return gonePage(language)
  const page = await platform.db.withOrg(orgId, async (tx) => {
    const settings = await readCenter(tx)
    const name = settings?.title || organization.name
    const brand = await pageLookIn(tx)
    const look = {
      accent: settings?.accent ?? brand?.primary ?? null,
      logo: settings?.has_logo ? `/api/public/help/${slug}/logo.png` : (brand?.logo?.path ?? null),
      brand,
      links: (settings?.links ?? []) as HelpCenter['links'],
    }
    const center = {
      path: `/help/${slug}`,
      url: urlOf(platform, orgId, slug),
      name,
      intro: settings?.intro ?? '',
      ...look,
      language,
      chosen,
    }
    return work(tx, center)
  })
  return page ?? gonePage(language)
}

/** The best passage of each public article; documents and articles of the product are left out. */
async function search(tx: OrgTx, q: string) {
  const passages = await searchPassages(tx, publicScope, { q, limit: 50 })
  const best = new Map(passages.toReversed().flatMap((each) => (each.articleId ? [[each.articleId, each] as const] : [])))
  return [...best.entries()]
    .toSorted(([, a], [, b]) => b.score - a.score)
    .slice(0, mostResults)
    .map(([id, { title, passage }]) => ({ id, title, passage }))
}

export const helpCenterOperations = (platform: Platform) =>
  bindOperations(helpCenter, {
    read: (_, context) => showSettings(platform, context),
    update: async ({ body }, context) => {
      const { tx, audit, org } = context
      const before = await readCenter(tx)
      await writeCenter(tx, body, platform.clock.now())
      audit({
        targetName: org.name,
        before: before && { isEnabled: before.is_enabled, title: before.title, accent: before.accent, links: before.links },
        after: body,
      })
      return showSettings(platform, context)
    },
    setLogo: async ({ body }, { inOrg, org, audit }) => {
      const png = await decodeImage(body.bytes, { animated: false }, ({ picture }) => picture.resize(logoBox).png().toBuffer())
      audit({ targetName: org.name, after: { logo: true } })
      return inOrg(async (tx) => {
        await writeLogo(tx, png, platform.clock.now())
        return showSettings(platform, { tx, org })
      })
    },
    removeLogo: async (_, context) => {
      const { tx, org, audit } = context
      await writeLogo(tx, null, platform.clock.now())
      audit({ targetName: org.name, after: { logo: false } })
      return showSettings(platform, context)
    },
    logo: async ({ params }) => {
      const orgId = await platform.db.withSystem((tx) => findOpenCenter(tx, params.org))
      const logo = orgId && (await platform.db.withOrg(orgId, readLogo))
      if (!logo) throw notFound()
      return { content: logo, maxAgeSeconds: 600 }
    },
    home: ({ params, query }, context) =>
      visit(platform, { slug: params.org, chosen: query.language ?? null, context }, async (tx, center) => {
        const q = query.q?.trim() ?? ''
        return q === '' ? homePage(center, await listPublicArticles(tx)) : resultsPage(center, q, await search(tx, q))
      }),
    article: async ({ params, query }, context) => {
      const seen = { slug: params.org, chosen: query.language ?? null, context }
      const unrendered: { orgId: string; article: PublicArticle & ArticleText }[] = []
      const show = () =>
        visit(platform, seen, async (tx, center) => {
          const article = await findPublicArticle(tx, params.id)
          if (!article) return null
          const { html } = article
          if (html !== null) return articlePage(center, { ...article, html }, query.thanks !== undefined)
          unrendered.push({ orgId: tx.orgId, article })
          return null
        })
      const page = await show()
      const [first] = unrendered
      if (!first) return page
      // Outside of a transaction: it may take seconds.
      await renderArticle(platform, { orgId: first.orgId, isStranger: true }, first.article)
      return show()
    },
    rate: ({ params, body }, context) =>
      visit(platform, { slug: params.org, chosen: null, context }, async (tx, center) => {
        const article = await findPublicArticle(tx, params.id)
        const helpful = new URLSearchParams(Buffer.from(body.bytes).toString('utf8')).get('helpful')
        if (!article || (helpful !== 'true' && helpful !== 'false')) return null
        const voter = platform.hashAddress(`${article.id}/${addressGroup(context.ipAddress, 48)}`)
        await recordVote(tx, article.id, voter, helpful === 'true', platform.clock.now())
        return { location: `${center.path}/articles/${article.id}?thanks=1` }
      }),
    sitemap: async ({ params }) => {
      const orgId = await platform.db.withSystem((tx) => findOpenCenter(tx, params.org))
      if (!orgId) throw notFound()
      const articles = await platform.db.withOrg(orgId, listPublicArticles)
      return {
        status: 200,
        contentType: 'application/xml; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=600' },
        body: sitemap(urlOf(platform, orgId, params.org), articles),
      }
    },
  })
