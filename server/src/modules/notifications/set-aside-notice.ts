import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { setAsideNoticeName } from '../../platform/notifications/set-aside-notice.ts'
import type { SetAsideNotice } from '../../platform/notifications/set-aside-notice.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyManagers } from './notify-managers.ts'

/** Where a manager can do something about it. */
const pages = { job: 'support', email: 'settings/channels', document: 'docs' } as const

/** Something of the organization ended its process twice and is not tried again. */
export const setAsideNoticeJob = (platform: Platform): JobDefinition => ({
  name: setAsideNoticeName,
  lane: 'transactional',
  worksAtRest: 'tells members, nobody else',
  run: async (data) => {
    const { orgId, jobId, name, what = 'job' } = data as SetAsideNotice
    await notifyManagers(platform, orgId, {
      kind: `${what}-aside`,
      values: { job: name, id: jobId },
      actionUrl: pages[what],
      source: `${what}-aside:${jobId}`,
    })
  },
})
