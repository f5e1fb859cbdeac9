import type { Notification, NotificationPreferences } from '@imperium/contract/notifications.ts'

/**
 * True if the category goes out by email or push. `securityAlerts` decides on security; else `mentionsOnly` allows only mentions, and
 * `productUpdates` covers members, roles and the product. The page shows all; emails on password and second factor are always sent.
 */
export function wantsNotification(
  preferences: NotificationPreferences,
  category: Notification['category'],
  channel: 'mail' | 'push',
): boolean {
  if (channel === 'push' && !preferences.pushNotifications) return false
  if (category === 'security') return preferences.securityAlerts
  if (channel === 'mail' && !preferences.emailNotifications) return false
  if (category === 'mention') return true
  if (preferences.mentionsOnly) return false
  return category === 'activity' || preferences.productUpdates
}
