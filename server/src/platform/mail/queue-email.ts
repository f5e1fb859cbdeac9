import type { AuthTx, OrgTx, SystemTx } from '../db/database.ts'
import { newId, zeroId } from '../ids.ts'
import { aboutPerson } from '../jobs/erase-jobs.ts'
import type { AboutPerson } from '../jobs/erase-jobs.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { makeMessageId } from './compose.ts'
import { emailLookOf } from './email-look.ts'
import { withLook } from './render-email.ts'
import type { RenderedEmail } from './render-email.ts'
import { MailError } from './mail-error.ts'
import type { Platform } from '../platform.ts'

const jobName = 'platform.deliverLetter'
const contactJobName = 'platform.deliverContactLetter'

/** With the queue's backoff: about an hour and a half of an absent mail server. */
const retryLimit = 25

interface EmailJob extends AboutPerson {
  orgId: string
  letterId: string
  /** Recipient and email, sealed: it may hold a sign-in link (R62). */
  sealed: string
  /** In whose look it goes out, where it belongs to no organization. */
  lookOf?: string
}
interface Queued {
  orgId: string | null
  to: string
  emailMessage: RenderedEmail
  /** To a contact; an erasure removes it. */
  about?: AboutPerson
  lookOf?: string | null
}

/**
 * Queues a product email in the caller's transaction: it is sent after the commit, with retries while the mail server is
 * unreachable, under one Message-ID. `orgId` null: it belongs to no organization.
 */
export const queueEmail = (
  platform: Needs,
  tx: OrgTx | AuthTx | SystemTx,
  orgId: string | null,
  to: string,
  emailMessage: RenderedEmail,
): Promise<void> => queueIn(jobName, platform, tx, { orgId, to, emailMessage })

/** The same in the name of an organization to people who are not its members: it waits while the organization is at rest. */
export const queueContactEmail = (
  platform: Needs & Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  to: string,
  emailMessage: RenderedEmail,
): Promise<void> => queueIn(contactJobName, platform, tx, { orgId: tx.orgId, to, emailMessage, about: aboutPerson(platform, to) })

/** An email that belongs to no organization and looks like one. */
export const queueEmailInLook = (
  platform: Needs,
  tx: AuthTx | SystemTx,
  { to, emailMessage, lookOf }: { to: string; emailMessage: RenderedEmail; lookOf: string | null },
): Promise<void> => queueIn(jobName, platform, tx, { orgId: null, to, emailMessage, lookOf })

export type Needs = Pick<Platform, 'keyRing' | 'jobs'>

async function queueIn(
  queue: string,
  { keyRing, jobs }: Needs,
  tx: OrgTx | AuthTx | SystemTx,
  { orgId, to, emailMessage, about, lookOf = null }: Queued,
): Promise<void> {
  const letterId = newId()
  const sealed = keyRing.encrypt(JSON.stringify({ to, ...emailMessage }), `letter:${letterId}`)
  await jobs.send<EmailJob>(
    tx,
    queue,
    { orgId: orgId ?? zeroId, letterId, sealed, ...about, ...(lookOf === null ? {} : { lookOf }) },
    { retryLimit },
  )
}

export const emailJobs = (platform: Platform): JobDefinition[] => [
  { ...deliverJob(platform, jobName), worksAtRest: 'emails of accounts and to members' },
  deliverJob(platform, contactJobName),
]

const deliverJob = (platform: Platform, name: string): JobDefinition => ({
  name,
  lane: 'transactional',
  run: async (data) => {
    const { keyRing, mailFor, config, log } = platform
    const { orgId, letterId, sealed, lookOf = orgId } = data as EmailJob
    const { to, ...emailMessage } = JSON.parse(keyRing.decrypt(sealed, `letter:${letterId}`)) as RenderedEmail & { to: string }
    const messageId = makeMessageId(`letter/${letterId}`, new URL(config.publicUrl).hostname)
    try {
      const look = lookOf === zeroId ? undefined : await emailLookOf(platform, lookOf)
      await mailFor(orgId).send({ messageId, to, ...withLook(emailMessage, look) })
    } catch (error) {
      // Refused for good: another try would be refused too.
      if (!(error instanceof MailError) || !error.permanent) throw error
      log.warn({ letterId, err: error }, 'a letter was refused by the mail server')
    }
  },
})
