export const notificationTabs = ['all', 'unread', 'mentions', 'updates'] as const
export type NotificationTab = (typeof notificationTabs)[number]

/** The URL state of the notifications page. */
export interface NotificationsSearch {
  /** All of them unless given. */
  tab?: NotificationTab
}

export function validateNotificationsSearch(search: Record<string, unknown>): NotificationsSearch {
  const tab = notificationTabs.find((each) => each === search['tab'])
  return tab && tab !== 'all' ? { tab } : {}
}
