import type { OrgTx } from '../../platform/db/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPerson } from '../auth/index.ts'
import { listMemberships } from '../organizations/index.ts'
import { wantsNotification } from './channels.ts'
import type { Delivery } from './deliver-mail.ts'
import { deleteSubscription, listSubscriptions, readPreferences, touchSubscription } from './preferences-store.ts'
import { findUnread } from './store.ts'

const jobName = 'notifications.push'
/** A message may have 4 KB in all, and screens show two lines. */
const longestBody = 400

interface PushJob extends Delivery {
  orgId: string
  /** One browser; without it the job queues one job per browser, so that the retry of a failing browser repeats nothing on the others. */
  subscriptionId?: string
}

export const queuePush = ({ jobs }: Platform, tx: OrgTx, delivery: Delivery): Promise<void> =>
  jobs.send(tx, jobName, { orgId: tx.orgId, ...delivery })

export const pushJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  worksAtRest: 'tells members, nobody else',
  run: (data) => pushNotification(platform, data as PushJob),
})

async function pushNotification(platform: Platform, job: PushJob): Promise<void> {
  const { db, jobs } = platform
  const { orgId, userId, notificationId, subscriptionId } = job
  const reader = await db.withAuth(async (tx) => {
    const browsers = await listSubscriptions(tx, userId)
    const person = await findPerson(tx, userId)
    const organization = (await listMemberships(tx, userId)).find((each) => each.id === orgId)
    return browsers.length > 0 && person && organization ? { browsers, person, organization, ...(await readPreferences(tx, userId)) } : null
  })
  if (!reader) return
  const { preferences, person, organization, browsers } = reader
  const notification = await db.withOrg(orgId, (tx) => findUnread(tx, userId, person.preferences, notificationId))
  if (!notification || !wantsNotification(preferences, notification.category, 'push')) return
  if (!subscriptionId) {
    await db.withAuth(async (tx) => {
      for (const browser of browsers) await jobs.send(tx, jobName, { ...job, subscriptionId: browser.id })
    })
    return
  }
  const browser = browsers.find((each) => each.id === subscriptionId)
  if (!browser) return
  const message = {
    title: notification.title,
    body: notification.message.slice(0, longestBody),
    url: `/org/${organization.slug}/${(notification.actionUrl ?? 'notifications').replace(/^\/+/, '')}`,
    tag: notificationId,
  }
  const options = { topic: notificationId.replaceAll('-', ''), urgent: notification.category === 'security' }
  const result = await platform.push.send(browser, message, options)
  await db.withAuth((tx) => (result === 'gone' ? deleteSubscription(tx, userId, browser.endpoint) : touchSubscription(tx, browser.id)))
}
