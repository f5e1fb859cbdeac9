import { collectInEach } from '../../platform/collect-in-each.ts'
import type { Module, ModuleFactory } from '../../platform/module.ts'
import { mailJob } from './deliver-mail.ts'
import { pushJob } from './deliver-push.ts'
import {
  tellAlarmedCampaign,
  tellApproval,
  tellCompletedCampaign,
  tellFailedRun,
  tellFailedWorkflow,
  tellJoined,
  tellNewDevice,
  tellNewKey,
  tellNewRole,
  tellLaunchRequest,
  tellPausedCampaign,
  welcomePerson,
} from './events.ts'
import { forgetConversations, tellAssigned, tellMessage, tellUndelivered } from './message-events.ts'
import { deleteSubscriptions, exportPreferences } from './preferences-store.ts'
import { notificationOperations } from './routes.ts'
import { digestJob, queueDigests } from './send-digest.ts'
import { deleteExpired, erasePerson, exportDigests, exportNotifications } from './store.ts'
import { tellPersonallyJob } from './tell.ts'

export { tellPerson } from './tell.ts'

const minute = 60_000
const day = 1_440 * minute

export const notificationsModule: ModuleFactory = (platform): Module => ({
  name: 'notifications',
  tables: ['notifications', 'weekly_digests', 'auth.notification_preferences', 'auth.push_subscriptions'],
  operations: notificationOperations(platform),
  jobs: [mailJob(platform), pushJob(platform), digestJob(platform), tellPersonallyJob(platform)],
  events: [
    tellFailedRun(platform),
    tellFailedWorkflow(platform),
    welcomePerson(platform),
    tellJoined(platform),
    tellNewDevice(platform),
    tellNewKey(platform),
    tellNewRole(platform),
    tellMessage(platform),
    tellAssigned(platform),
    tellUndelivered(platform),
    forgetConversations(platform),
    tellLaunchRequest(platform),
    tellPausedCampaign(platform),
    tellCompletedCampaign(platform),
    tellAlarmedCampaign(platform),
    tellApproval(platform),
  ],
  ticks: [
    { name: 'drop-old-notifications', everyMs: day / 4, run: () => platform.db.withSystem(deleteExpired) },
    { name: 'queue-digests', everyMs: 15 * minute, run: () => queueDigests(platform) },
  ],
  exportPerson: async ({ userId, orgIds }) => {
    const inEach = (read: typeof exportNotifications) => collectInEach(platform.db, orgIds, (tx) => read(tx, userId))
    return {
      ...(await platform.db.withAuth((tx) => exportPreferences(tx, userId))),
      notifications: await inEach(exportNotifications),
      weeklyDigests: await inEach(exportDigests),
    }
  },
  erasePerson,
  forgetUnproved: deleteSubscriptions,
})
