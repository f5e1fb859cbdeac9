import { settings } from '@imperium/contract/settings.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { countVisit, listPopular, listRecent } from './store.ts'

export const settingsOperations = bindOperations(settings, {
  visits: async (_input, { tx, caller }) => ({
    recent: (await listRecent(tx, caller.userId)).map(({ page, visitedAt }) => ({ page, visitedAt: visitedAt.toISOString() })),
    popular: await listPopular(tx),
  }),
  visit: async ({ body }, { tx, caller }) => {
    await countVisit(tx, caller.userId, body.page)
    return null
  },
})
