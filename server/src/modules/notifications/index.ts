import { collectInEach } from '../../platform/collect-in-each.ts'
import type { EventHandler } from '../../platform/events/events.ts'
import type { Module, ModuleFactory } from '../../platform/module.ts'
import { findPerson } from '../auth/index.ts'
import { mailJob } from './deliver-mail.ts'
import { pushJob } from './deliver-push.ts'
import {
  notifyAlarmedCampaign,
  notifyApproval,
  notifyCompletedCampaign,
  notifyFailedRun,
  notifyFailedWorkflow,
  notifyJoined,
  notifyNewDevice,
  notifyNewKey,
  notifyNewRole,
  notifyLaunchRequest,
  notifyPausedCampaign,
  welcomePerson,
} from './events.ts'
import { notifyCreditsLow, notifyLimit, notifyOffer, notifySubscription, notifyTopUpFailed, notifyUsageAlert } from './billing-events.ts'
import { notifyAssistantApproval } from './assistant-events.ts'
import { deleteConversationNotifications, notifyAssigned, notifyPersonNeeded, notifyReceived, notifyUndelivered } from './message-events.ts'
import { notifyAnsweredTicket } from './support-events.ts'
import { deleteContactMentions, notifyMentioned } from './mention-events.ts'
import { deleteSubscriptions, exportPreferences } from './preferences-store.ts'
import { notifyEndingConnection, notifyFailingConnection } from './connection-events.ts'
import { notifyDomain } from './domain-events.ts'
import { notifyMetricAlert } from './metric-events.ts'
import { notifyDisabledWebhook, notifyFailingWebhook } from './webhook-events.ts'
import { setAsideNoticeJob } from './set-aside-notice.ts'
import { notificationOperations } from './routes.ts'
import { digestJob, listHeldDigests, queueDigests } from './send-digest.ts'
import { deleteExpired, erasePerson, exportDigests, exportNotifications } from './store.ts'
import { accountNotificationJob } from './notify-member.ts'

export { notifyUser } from './notify-member.ts'

const minute = 60_000
const day = 1_440 * minute

const atRest = (handlers: readonly EventHandler[]): EventHandler[] =>
  handlers.map((handler) => ({ ...handler, worksAtRest: 'tells members, nobody else' }))

export const notificationsModule: ModuleFactory = (platform): Module => ({
  name: 'notifications',
  tables: ['notifications', 'weekly_digests', 'auth.notification_preferences', 'auth.push_subscriptions'],
  acts: { kinds: { notifications: 'settings' } },
  operations: notificationOperations(platform),
  jobs: [mailJob(platform), pushJob(platform), digestJob(platform), accountNotificationJob(platform), setAsideNoticeJob(platform)],
  events: atRest([
    notifyFailedRun(platform),
    notifyFailedWorkflow(platform),
    welcomePerson(platform),
    notifyJoined(platform),
    notifyNewDevice(platform),
    notifyNewKey(platform),
    notifyNewRole(platform),
    notifyReceived(platform),
    notifyPersonNeeded(platform),
    notifyAssigned(platform),
    notifyUndelivered(platform),
    deleteConversationNotifications(platform),
    notifyMentioned(platform),
    deleteContactMentions(platform),
    notifyAnsweredTicket(platform),
    notifyLaunchRequest(platform),
    notifyPausedCampaign(platform),
    notifyCompletedCampaign(platform),
    notifyAlarmedCampaign(platform),
    notifyApproval(platform),
    notifyFailingWebhook(platform),
    notifyDisabledWebhook(platform),
    notifyDomain(platform),
    notifyFailingConnection(platform),
    notifyEndingConnection(platform),
    notifySubscription(platform),
    notifyLimit(platform),
    notifyOffer(platform),
    notifyCreditsLow(platform),
    notifyTopUpFailed(platform),
    notifyUsageAlert(platform),
    notifyMetricAlert(platform),
    notifyAssistantApproval(platform),
  ]),
  listHeldWork: listHeldDigests(platform),
  ticks: [
    { name: 'drop-old-notifications', everyMs: day / 4, run: () => platform.db.withSystem(deleteExpired) },
    { name: 'queue-digests', everyMs: 15 * minute, run: () => queueDigests(platform) },
  ],
  exportPerson: async ({ userId, orgIds }) => {
    const person = await platform.db.withAuth((tx) => findPerson(tx, userId))
    if (!person) return {}
    return {
      ...(await platform.db.withAuth((tx) => exportPreferences(tx, userId))),
      notifications: await collectInEach(platform.db, orgIds, (tx) => exportNotifications(tx, userId, person.preferences)),
      weeklyDigests: await collectInEach(platform.db, orgIds, (tx) => exportDigests(tx, userId)),
    }
  },
  erasePerson,
  deleteUnproved: deleteSubscriptions,
})
