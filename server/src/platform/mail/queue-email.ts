import type { AuthTx, OrgTx, SystemTx } from '../db/database.ts'
import { newId, zeroId } from '../ids.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { makeMessageId } from './compose.ts'
import type { RenderedEmail } from './render-email.ts'
import { MailError } from './mail-error.ts'
import type { Platform } from '../platform.ts'

const jobName = 'platform.deliverLetter'

/** With the queue's backoff: about an hour and a half of an absent mail server. */
const retryLimit = 25

interface EmailJob {
  orgId: string
  letterId: string
  /** Recipient and email, sealed: it may hold a sign-in link (R62). */
  sealed: string
}

/**
 * Queues a product email in the caller's transaction: it is sent after the commit, with retries while the mail server is
 * unreachable, under one Message-ID. `orgId` null: it belongs to no organization.
 */
export async function queueEmail(
  { keyRing, jobs }: Pick<Platform, 'keyRing' | 'jobs'>,
  tx: OrgTx | AuthTx | SystemTx,
  orgId: string | null,
  to: string,
  emailMessage: RenderedEmail,
): Promise<void> {
  const letterId = newId()
  const sealed = keyRing.encrypt(JSON.stringify({ to, ...emailMessage }), `letter:${letterId}`)
  await jobs.send<EmailJob>(tx, jobName, { orgId: orgId ?? zeroId, letterId, sealed }, { retryLimit })
}

export const deliverEmailJob = ({ keyRing, mailFor, config, log }: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  run: async (data) => {
    const { orgId, letterId, sealed } = data as EmailJob
    const { to, ...emailMessage } = JSON.parse(keyRing.decrypt(sealed, `letter:${letterId}`)) as RenderedEmail & { to: string }
    const messageId = makeMessageId(`letter/${letterId}`, new URL(config.publicUrl).hostname)
    try {
      await mailFor(orgId).send({ messageId, to, ...emailMessage })
    } catch (error) {
      // Refused for good: another try would be refused too.
      if (!(error instanceof MailError) || !error.permanent) throw error
      log.warn({ letterId, err: error }, 'a letter was refused by the mail server')
    }
  },
})
