import { inEachLanguage } from '@imperium/contract/languages.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { accountNotificationJobName } from '../../platform/notifications/account-notification.ts'
import type { AccountNotification } from '../../platform/notifications/account-notification.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPerson } from '../auth/index.ts'
import { isActiveMember, listMemberships } from '../organizations/index.ts'
import { queueMail } from './deliver-mail.ts'
import { queuePush } from './deliver-push.ts'
import { notify } from './notify.ts'
import type { NewNotification } from './notify.ts'
import type { NotificationKind } from './texts/texts.ts'
import { wordingOf } from './write-notification.ts'
import type { NotificationValues } from './write-notification.ts'

interface Appearance {
  type: Notification['type']
  category: Notification['category']
  /** Already emailed, or not important enough for an email. */
  withoutMail?: true
}

const appearances: Record<NotificationKind, Appearance> = {
  welcome: { type: 'info', category: 'system', withoutMail: true },
  'run-failed': { type: 'error', category: 'activity' },
  'workflow-failed': { type: 'error', category: 'activity' },
  'member-joined': { type: 'info', category: 'update' },
  'role-changed': { type: 'info', category: 'update' },
  'new-device': { type: 'warning', category: 'security', withoutMail: true },
  'api-key-created': { type: 'info', category: 'security' },
  'message-received': { type: 'info', category: 'activity' },
  'conversation-assigned': { type: 'info', category: 'activity' },
  'message-undelivered': { type: 'warning', category: 'activity' },
  mentioned: { type: 'info', category: 'mention' },
  // The mail with the text is that of the support page.
  'ticket-answered': { type: 'info', category: 'activity', withoutMail: true },
  'campaign-approval': { type: 'warning', category: 'activity' },
  'campaign-paused': { type: 'warning', category: 'activity' },
  'campaign-alarm': { type: 'warning', category: 'activity' },
  'campaign-completed': { type: 'success', category: 'activity' },
  // The mail with the link is the workflow's own.
  'approval-requested': { type: 'warning', category: 'activity', withoutMail: true },
  'webhook-failing': { type: 'warning', category: 'activity' },
  'webhook-disabled': { type: 'error', category: 'activity' },
  'webhook-gone': { type: 'error', category: 'activity' },
  'domain-verified': { type: 'success', category: 'system' },
  'domain-failed': { type: 'error', category: 'system' },
  'domain-lost': { type: 'error', category: 'security' },
  'connection-failing': { type: 'error', category: 'activity' },
  'connection-ending': { type: 'warning', category: 'activity' },
  'job-aside': { type: 'error', category: 'system' },
  'email-aside': { type: 'error', category: 'activity' },
  'document-aside': { type: 'error', category: 'activity' },
  'subscription-renews': { type: 'info', category: 'system' },
  'subscription-renews-itself': { type: 'info', category: 'system' },
  'subscription-refused': { type: 'error', category: 'system' },
  'subscription-ends': { type: 'info', category: 'system' },
  'subscription-due': { type: 'warning', category: 'system' },
  'subscription-ended': { type: 'error', category: 'system' },
  'subscription-changed': { type: 'success', category: 'system' },
  'limit-near': { type: 'warning', category: 'system' },
  'limit-reached': { type: 'error', category: 'system' },
  'plan-offered': { type: 'info', category: 'system' },
  'credits-low': { type: 'error', category: 'system' },
  'top-up-cap': { type: 'error', category: 'system' },
  'top-up-mandate': { type: 'error', category: 'system' },
  'top-up-refused': { type: 'error', category: 'system' },
  'usage-alert': { type: 'error', category: 'system' },
  'metric-alert': { type: 'warning', category: 'activity' },
  'metric-silent': { type: 'warning', category: 'activity' },
  'metric-resolved': { type: 'success', category: 'activity' },
  'assistant-approval': { type: 'warning', category: 'security' },
  'export-ready': { type: 'success', category: 'system', withoutMail: true },
}

export interface About {
  kind: NotificationKind
  values?: NotificationValues
  actionUrl: string
  source: string
  groupKey?: string
  /** Only for the page and the browser: many members are notified, and one of them will act. */
  withoutMail?: boolean
}

/** Notifies a member of an organization on every channel that they want. */
export async function notifyMember(platform: Platform, orgId: string, userId: string, about: About): Promise<void> {
  const person = await platform.db.withAuth((tx) => findPerson(tx, userId))
  if (!person || person.status !== 'ACTIVE') return
  const { kind, values = {}, withoutMail: isForPage = false, ...rest } = about
  const { type, category, withoutMail = isForPage } = appearances[kind]
  const notification: NewNotification = { userId, type, category, ...rest, wording: wordingOf(kind, values) }
  await platform.db.withOrg(orgId, (tx) => spread(platform, tx, notification, withoutMail))
}

/** Notifies a user in the organization that they used last. A user without an organization has no page to read it on. */
export async function notifyUser(platform: Platform, userId: string, about: About): Promise<void> {
  const orgId = await findHome(platform, userId)
  if (orgId) await notifyMember(platform, orgId, userId, about)
}

async function findHome({ db }: Platform, userId: string): Promise<string | null> {
  return db.withAuth(async (tx) => {
    const person = await findPerson(tx, userId)
    const memberships = await listMemberships(tx, userId)
    return (memberships.find((each) => each.id === person?.lastOrgId) ?? memberships[0])?.id ?? null
  })
}

/** Page first; email and push are jobs of the same transaction. A notification that joins a group goes to the page alone. */
async function spread(platform: Platform, tx: OrgTx, notification: NewNotification, withoutMail: boolean): Promise<void> {
  if (!(await isActiveMember(tx, notification.userId))) return
  const id = await notify(tx, notification)
  if (!id) return
  await queuePush(platform, tx, { userId: notification.userId, notificationId: id })
  if (!withoutMail) await queueMail(platform, tx, { userId: notification.userId, notificationId: id })
}

/** One that was queued before an update has its text in one language only. */
type QueuedNotification = Omit<AccountNotification, 'texts'> &
  Partial<Pick<AccountNotification, 'texts'> & { title: string; message: string }>

/** Notifications of sign-in about the security of an account. */
export const accountNotificationJob = (platform: Platform): JobDefinition => ({
  name: accountNotificationJobName,
  lane: 'transactional',
  worksAtRest: 'the security of accounts',
  run: async (data) => {
    const { userId, type, texts, title = '', message = '', actionUrl, source } = data as { orgId: string } & QueuedNotification
    const orgId = await findHome(platform, userId)
    if (!orgId) return
    const wording = { texts: texts ?? inEachLanguage(() => ({ title, message })) }
    const notification: NewNotification = { userId, type, category: 'security', wording, actionUrl, source }
    await platform.db.withOrg(orgId, (tx) => spread(platform, tx, notification, true))
  },
})
