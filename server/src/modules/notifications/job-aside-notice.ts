import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { jobAsideNoticeName } from '../../platform/notifications/job-aside-notice.ts'
import type { JobAsideNotice } from '../../platform/notifications/job-aside-notice.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyManagers } from './notify-managers.ts'

/** A job of the organization ended its process twice and is kept for the operator. */
export const jobAsideNoticeJob = (platform: Platform): JobDefinition => ({
  name: jobAsideNoticeName,
  lane: 'transactional',
  worksAtRest: 'tells members, nobody else',
  run: async (data) => {
    const { orgId, jobId, name } = data as JobAsideNotice
    const about = { kind: 'job-aside', values: { job: name, id: jobId }, actionUrl: 'support' } as const
    await notifyManagers(platform, orgId, { ...about, source: `job-aside:${jobId}` })
  },
})
