import type { OrgTx } from '../../platform/db/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { findPerson } from '../auth/index.ts'
import { listMemberships } from '../organizations/index.ts'
import { wantsNotification } from './channels.ts'
import { readPreferences } from './preferences-store.ts'
import { markMailed } from './store.ts'
import { fill, textsOf } from './write-notification.ts'

const jobName = 'notifications.mail'
/** A member with the page open reads it there: email goes out only if it is still unread after this. */
const patienceMs = 2 * 60_000

export interface Delivery {
  userId: string
  notificationId: string
}

export const queueMail = ({ jobs, clock }: Platform, tx: OrgTx, delivery: Delivery): Promise<void> =>
  jobs.send(tx, jobName, { orgId: tx.orgId, ...delivery }, { startAfter: new Date(clock.now().getTime() + patienceMs) })

export const mailJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  worksAtRest: 'tells members, nobody else',
  run: (data) => mailNotification(platform, data as Delivery & { orgId: string }),
})

/** Emails an unread, wanted notification once. Preferences and membership are read now, so that changes since the event count. */
async function mailNotification(platform: Platform, { orgId, userId, notificationId }: Delivery & { orgId: string }): Promise<void> {
  const { db, config } = platform
  const reader = await db.withAuth(async (tx) => {
    const person = await findPerson(tx, userId)
    const organization = (await listMemberships(tx, userId)).find((each) => each.id === orgId)
    if (!person || person.status !== 'ACTIVE' || !organization) return null
    return { person, organization, ...(await readPreferences(tx, userId)) }
  })
  if (!reader) return
  const { person, organization, preferences } = reader
  await db.withOrg(orgId, async (tx) => {
    const notification = await markMailed(tx, userId, person.preferences, notificationId, (category) =>
      wantsNotification(preferences, category, 'mail'),
    )
    if (!notification) return
    const { language } = person.preferences
    const { mail } = textsOf(language)
    const page = `${config.publicUrl}/org/${organization.slug}`
    const emailMessage = renderEmail({
      language,
      subject: notification.title,
      organizationName: organization.name,
      paragraphs: notification.message ? [notification.message] : [],
      action: { label: mail.open, url: `${page}/${(notification.actionUrl ?? 'notifications').replace(/^\/+/, '')}` },
      notes: [fill(mail.why, { url: `${page}/profile?tab=notifications` })],
    })
    await queueEmail(platform, tx, orgId, person.email, emailMessage)
  })
}
