import { startOfToday } from '../../platform/local-days.ts'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { countCampaigns } from './count-campaigns.ts'
import { cloneCampaign, createCampaign } from './create-campaign.ts'
import { decideLaunch, sendCampaign } from './launch/launch-campaign.ts'
import { pauseCampaign, resumeCampaign } from './launch/pause-campaign.ts'
import { presentCampaign, presentCampaigns } from './present-campaign.ts'
import { removeCampaign } from './remove-campaign.ts'
import { findCampaign, listCampaigns, listVersions } from './store.ts'
import { updateCampaign } from './update-campaign.ts'

export const campaignOperations = (platform: Platform) =>
  bindOperations(campaigns, {
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, sort, direction, ...filter } = query
      const scope = { orgId: org.id, list: 'campaigns', filter: { ...filter, sort, direction } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listCampaigns(tx, { filter, sort, direction, limit, after })
      const shown = (await presentCampaigns(tx, rows)).map((row) => ({ ...row, definition: { schedule: row.definition.schedule } }))
      return { rows: shown, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: (_input, { tx, org }) => countCampaigns(tx, startOfToday(platform.clock.now(), org.timeZone)),
    create: ({ body }, context) => createCampaign(context, body),
    read: ({ params }, { tx }) => presentCampaign(tx, params.id),
    update: ({ params, body }, context) => updateCampaign(platform, context, params.id, body),
    send: ({ params, body }, context) => sendCampaign(platform, context, params.id, body?.version),
    approve: ({ params, body }, context) => decideLaunch(platform, context, params.id, { approved: true, version: body?.version }),
    reject: ({ params, body }, context) => decideLaunch(platform, context, params.id, { approved: false, reason: body.reason }),
    pause: ({ params }, context) => pauseCampaign(context, params.id),
    resume: ({ params }, context) => resumeCampaign(platform, context, params.id),
    clone: ({ params }, context) => cloneCampaign(context, params.id),
    remove: async ({ params }, context) => {
      await removeCampaign(platform, context, params.id)
      return null
    },
    versions: async ({ params, query: { limit, cursor } }, { tx, org }) => {
      if (!(await findCampaign(tx, params.id))) throw notFound()
      const scope = { orgId: org.id, list: 'campaign-versions', filter: { id: params.id } }
      const before = cursor ? Number(platform.cursors.decode(scope, cursor)[0]) : null
      const found = await listVersions(tx, params.id, { before, limit: limit + 1 })
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return { rows, nextCursor: last ? platform.cursors.encode(scope, [last.version]) : null }
    },
  })
