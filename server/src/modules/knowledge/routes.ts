import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { createArticle, removeArticle, updateArticle } from './change-articles.ts'
import { libraryRoutes } from './library-routes.ts'
import { scopeOfReader, toPassage } from './passages-store.ts'
import { readFilter } from './search/filter-documents.ts'
import { searchKnowledge } from './search/search-knowledge.ts'
import { findArticle, listArticles, listVersions, readOverview, recordFeedback, recordRead, relatedTo, toArticle } from './store.ts'
import type { Reader } from './store.ts'

const readerOf = ({ role, may }: Pick<OrgContext, 'role' | 'may'>): Reader => ({ role, mayWrite: may('knowledge:write') })

/** @throws 404 for an article that does not exist or that the caller may not open. */
async function showArticle(context: OrgContext, id: string): Promise<KnowledgeArticleDetail> {
  const { tx, caller } = context
  const reader = readerOf(context)
  const row = found(await findArticle(tx, reader, caller.userId, id))
  const related = await relatedTo(tx, reader, caller.userId, row)
  return {
    ...toArticle(row),
    body: row.body,
    version: row.version,
    publishedVersion: row.published_version,
    isHelpful: row.is_helpful,
    related: related.map((each) => toArticle(each)),
  }
}

export const knowledgeOperations = (platform: Platform) =>
  bindOperations(knowledge, {
    overview: async (_, context) => {
      const { total, counts, ...strips } = await readOverview(context.tx, readerOf(context), context.caller.userId)
      const [featured, popular, recent] = [strips.featured, strips.popular, strips.recent].map((rows) => rows.map((row) => toArticle(row)))
      return { total, counts, featured: featured ?? [], popular: popular ?? [], recent: recent ?? [] }
    },
    list: async ({ query: { limit, cursor, ...filter } }, context) => {
      const scope = { orgId: context.org.id, list: 'knowledge', filter }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [number, string]) : null
      const rows = await listArticles(context.tx, readerOf(context), context.caller.userId, { ...filter, limit: limit + 1, after })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        rows: page.map((row) => toArticle(row)),
        nextCursor: last ? platform.cursors.encode(scope, [last.updated_at.getTime(), last.id]) : null,
      }
    },
    read: ({ params }, context) => showArticle(context, params.id),
    create: async ({ body }, context) => showArticle(context, await createArticle(platform, context, body)),
    update: async ({ params, body }, context) => {
      await updateArticle(platform, context, params.id, body)
      return showArticle(context, params.id)
    },
    remove: ({ params }, context) => removeArticle(context, params.id),
    versions: async ({ params }, context) => {
      const { tx, caller } = context
      const article = found(await findArticle(tx, readerOf(context), caller.userId, params.id))
      const versions = await listVersions(tx, params.id)
      return versions.map(({ created_at: at, ...version }) => ({
        ...version,
        isPublished: version.version === article.published_version,
        createdAt: at.toISOString(),
      }))
    },
    view: async ({ params }, context) => {
      const { tx, caller } = context
      found(await findArticle(tx, readerOf(context), caller.userId, params.id))
      await recordRead(tx, params.id, caller.userId, platform.clock.now())
      return null
    },
    rate: async ({ params, body }, context) => {
      const { tx, caller, audit } = context
      const { title } = found(await findArticle(tx, readerOf(context), caller.userId, params.id))
      await recordFeedback(tx, params.id, caller.userId, body.helpful, platform.clock.now())
      audit({ targetId: params.id, targetName: title, after: body })
      return showArticle(context, params.id)
    },
    search: async ({ query: { filter, ...query } }, { org, inOrg, signal, ...context }) => {
      const question = { ...query, filter: readFilter(filter) }
      const { passages } = await searchKnowledge(platform, { orgId: org.id, inOrg, signal }, scopeOfReader(readerOf(context)), question)
      return passages.map((passage) => toPassage(passage))
    },
    ...libraryRoutes(platform, readerOf),
  })
