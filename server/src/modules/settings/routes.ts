import { settings, settingsPages } from '@imperium/contract/settings.ts'
import type { SettingsPage } from '@imperium/contract/settings.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { countVisit, listPopular, listRecent } from './store.ts'

/** A page that was removed from the product is not listed any more. */
const isPage = (page: string): page is SettingsPage => settingsPages.some((each) => each === page)

export const settingsOperations = bindOperations(settings, {
  visits: async (_input, { tx, caller }) => ({
    recent: (await listRecent(tx, caller.userId)).flatMap(({ page, visitedAt }) =>
      isPage(page) ? [{ page, visitedAt: visitedAt.toISOString() }] : [],
    ),
    popular: (await listPopular(tx)).flatMap(({ page, visits }) => (isPage(page) ? [{ page, visits }] : [])),
  }),
  visit: async ({ body }, { tx, caller }) => {
    await countVisit(tx, caller.userId, body.page)
    return null
  },
})
