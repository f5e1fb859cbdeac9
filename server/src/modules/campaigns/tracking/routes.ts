import { tracking } from '@imperium/contract/campaigns/tracking.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordClick, recordOpen, recordShortClick } from './record-visit.ts'

/** One transparent pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const trackingOperations = (platform: Platform) =>
  bindOperations(tracking, {
    open: async ({ params }, context) => {
      await recordOpen(platform, params.token, context)
      return { content: picture, isEmbedded: true }
    },
    click: async ({ params, query }, context) => ({ location: await recordClick(platform, { ...params, ...query }, context) }),
    follow: async ({ params }, context) => ({ location: await recordShortClick(platform, params.short, context) }),
  })
