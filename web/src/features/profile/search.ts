import { oneOf } from '../../lib/search-params.ts'

/** Parts of the profile, in the order of their tabs. */
export const profileTabs = ['profile', 'password', 'notifications', 'preferences'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The URL state of the profile page. */
export interface ProfileSearch {
  /** The first one unless given. */
  tab?: ProfileTab
}

export function validateProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const tab = oneOf(profileTabs, search['tab'])
  return tab ? { tab } : {}
}
