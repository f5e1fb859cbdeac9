import { segments } from '@imperium/contract/contacts/segments.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { readCatalogue } from './catalogue.ts'
import { cloneSegment, createSegment, removeSegment, updateSegment } from './change-segments.ts'
import { countSegment, previewRules, segmentMembers } from './preview-segment.ts'
import { providerOf } from './provide-conditions.ts'
import { proposeRules } from './propose-rules.ts'
import { presentSegments, readSegment } from './read-segments.ts'
import { listSegments } from './store.ts'

export const segmentOperations = (platform: Platform) =>
  bindOperations(segments, {
    list: async ({ query: { limit, cursor, q } }, { tx, org }) => {
      const scope = { orgId: org.id, list: 'segments', filter: { q } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listSegments(tx, { q, limit, after })
      return { rows: await presentSegments(platform, tx, rows), nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    choices: (_input, { tx }) => readCatalogue(tx),
    links: async ({ params }, { tx }) => {
      const links = await providerOf('campaign')?.links(tx, params.id)
      if (!links) throw notFound('Campaign not found.')
      return links
    },
    describe: async ({ body }, context) => {
      const proposal = await proposeRules(platform, body.text, context)
      context.audit({
        targetName: body.text.slice(0, 120),
        after: { summary: proposal.summary, notUnderstood: proposal.notUnderstood, model: proposal.model },
      })
      return proposal
    },
    read: ({ params }, { tx }) => readSegment(platform, tx, params.id),
    create: ({ body }, context) => createSegment(platform, context, body),
    update: ({ params, body }, context) => updateSegment(platform, context, params.id, body),
    remove: ({ params }, context) => removeSegment(platform, context, params.id),
    clone: ({ params }, context) => cloneSegment(platform, context, params.id),
    count: ({ params }, { inOrg, org }) => countSegment(platform, { id: org.id, inOrg }, params.id),
    preview: ({ body }, { inOrg, org, may }) =>
      previewRules(platform, { id: org.id, inOrg }, { rules: body.rules, showContacts: may('contacts:read') }),
    contacts: async ({ params, query: { limit, cursor } }, { inOrg, org }) => {
      const scope = { orgId: org.id, list: 'segments.contacts', filter: params }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await segmentMembers(platform, { id: org.id, inOrg }, params.id, { after, limit })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
  })
