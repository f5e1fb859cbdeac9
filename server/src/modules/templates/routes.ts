import { templates } from '@imperium/contract/templates.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileNameOf, sortedJson } from '../../platform/text/sorted-json.ts'
import { countJob, withdrawJob } from './jobs.ts'
import { importTemplate, publishTemplate } from './publish-template.ts'
import { viewerOf, readTemplate } from './read-template.ts'
import { contentOfRow, toTemplate } from './show-template.ts'
import { countTemplates, deleteTemplate, firstTags, firstTemplates, pageOfTemplates, writeRating } from './store.ts'
import type { TemplateRow } from './store.ts'
import { applyTemplate } from './use-template.ts'

const stripRows = 3
const tagChips = 10

export function templateOperations(platform: Platform) {
  const shown = (context: OrgContext, row: TemplateRow) => toTemplate(row, context.may('templates:write'))
  const show = async (context: OrgContext, key: string) => shown(context, await readTemplate(context, key))
  return bindOperations(templates, {
    list: async ({ query }, context) => {
      const tags = query.tags?.split(',').filter(Boolean)
      const of = { tx: context.tx, list: 'templates', query }
      const { rows, nextCursor } = await pageOfTemplates(platform.cursors, of, viewerOf(context), { ...query, tags })
      return { rows: rows.map((row) => shown(context, row)), nextCursor }
    },
    overview: async ({ query: { category } }, context) => {
      const request = viewerOf(context)
      const strip = async (sort: 'popular' | 'trending') =>
        (await firstTemplates(context.tx, request, category, sort, stripRows)).map((row) => shown(context, row))
      const { total, official, uses } = await countTemplates(context.tx, request)
      return {
        stats: { total, official, community: total - official, uses },
        tags: await firstTags(context.tx, request, category, tagChips),
        popular: await strip('popular'),
        trending: (await strip('trending')).filter(({ trending }) => trending),
      }
    },
    read: async ({ params: { key } }, context) => {
      const row = await readTemplate(context, key)
      return { ...shown(context, row), content: contentOfRow(row, platform.config.publicUrl) as never }
    },
    use: ({ params: { key }, body: { name } }, context) => applyTemplate(platform, context, key, name),
    rate: async ({ params: { key }, body: { stars } }, context) => {
      const { tx, caller, audit } = context
      const row = await readTemplate(context, key)
      await writeRating(tx, { userId: caller.userId, template: key, stars, at: platform.clock.now() })
      await platform.jobs.send(tx, countJob, { orgId: tx.orgId, template: key })
      audit({ targetId: key, targetName: row.name, after: { stars } })
      return show(context, key)
    },
    publish: async ({ body }, context) => show(context, await publishTemplate(context, body)),
    import: async ({ body }, context) => show(context, await importTemplate(context, body)),
    export: async ({ params: { key } }, context) => {
      const row = await readTemplate(context, key)
      const { category, name, description, tags } = row
      const content = contentOfRow(row, platform.config.publicUrl)
      const file = { format: 'imperium/template', formatVersion: 1, category, name, description, tags, content }
      return { content: sortedJson(file), fileName: `${fileNameOf(name)}.template.json` }
    },
    remove: async ({ params: { key } }, context) => {
      const { tx, audit } = context
      const row = await readTemplate(context, key)
      if (!row.is_own) throw notFound()
      await deleteTemplate(tx, key)
      if (row.visibility === 'community') await platform.jobs.send(tx, withdrawJob, { orgId: tx.orgId, id: key })
      audit({ targetId: key, targetName: row.name, before: { category: row.category, visibility: row.visibility } })
      return null
    },
  })
}
