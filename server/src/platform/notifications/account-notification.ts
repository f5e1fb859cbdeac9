import type { Language } from '@imperium/contract/languages.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import type { AuthTx, OrgTx, SystemTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Queue of the notifications module: sign-in notifies a user by a job, because sign-in must not import that module. */
export const accountNotificationJobName = 'notifications.tellPersonally'

export interface AccountNotification {
  userId: string
  type: Notification['type']
  /** In all languages: the user may change theirs before they read it. */
  texts: Record<Language, { title: string; message: string }>
  /** Path inside the organization. */
  actionUrl: string
  /** Names the event; the same source never notifies the same user twice. */
  source: string
}

/**
 * Notifies a user about account security, on the page and in the browser, after the caller's transaction commits. No
 * email: the caller has sent its own, which no preference switches off.
 */
export const notifyAccount = (jobs: Jobs, tx: OrgTx | AuthTx | SystemTx, notification: AccountNotification): Promise<void> =>
  jobs.send(tx, accountNotificationJobName, { orgId: zeroId, ...notification })
