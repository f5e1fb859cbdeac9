import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { foldTemplate, recentlyUsed } from './store.ts'

export const countJob = 'templates.count'
export const withdrawJob = 'templates.withdraw'

/** Counts over all organizations, and the community's copies, belong to no tenant: only periodic jobs write them. */
export const templateJobs = (platform: Platform): JobDefinition[] => [
  {
    name: countJob,
    lane: 'transactional',
    worksAtRest: 'only counts',
    run: async (data) => {
      const { template } = data as { orgId: string; template: string }
      await platform.db.withSystem((tx) => foldTemplate(tx, template))
    },
  },
  {
    name: withdrawJob,
    lane: 'transactional',
    worksAtRest: 'a deleted template leaves the community at once',
    run: async (data) => {
      const { id } = data as { orgId: string; id: string }
      await platform.db.withSystem((tx) => tx.deleteFrom('community_templates').where('id', '=', id).execute())
    },
  },
]

/** Uses grow older than the seven days that trends count. */
export const recountTemplates = async (platform: Platform): Promise<void> => {
  const templates = await platform.db.withSystem(recentlyUsed)
  for (const template of templates) await platform.db.withSystem((tx) => foldTemplate(tx, template))
}
