import type { Notification, NotificationPreferences } from '@imperium/contract/notifications.ts'

/**
 * Whether news of a category leave the page by mail or push. Security news follow `securityAlerts` alone; of the others `mentionsOnly`
 * lets only mentions through, and `productUpdates` those about people, roles and the product. The page itself always shows everything,
 * and letters about password and second factor are no notifications: nothing switches them off.
 */
export function wantsNews(preferences: NotificationPreferences, category: Notification['category'], channel: 'mail' | 'push'): boolean {
  if (channel === 'push' && !preferences.pushNotifications) return false
  if (category === 'security') return preferences.securityAlerts
  if (channel === 'mail' && !preferences.emailNotifications) return false
  if (category === 'mention') return true
  if (preferences.mentionsOnly) return false
  return category === 'activity' || preferences.productUpdates
}
