import type { Notification } from '@imperium/contract/notifications.ts'
import type { AuthTx, OrgTx, SystemTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Queue of the notifications module: what sign-in says to a person travels as a job, since sign-in is beneath that module. */
export const personalNewsJob = 'notifications.tellPersonally'

export interface PersonalNews {
  userId: string
  type: Notification['type']
  /** In the person's language. */
  title: string
  message: string
  /** Path inside the organization. */
  actionUrl: string
  /** Names what is told; the same source never tells the same person twice. */
  source: string
}

/**
 * Tells a person about the security of the account, on the page and in the browser, once the caller's transaction has committed. No
 * mail: whoever calls this has posted a letter of its own, which no preference switches off.
 */
export const tellPersonally = (jobs: Jobs, tx: OrgTx | AuthTx | SystemTx, news: PersonalNews): Promise<void> =>
  jobs.send(tx, personalNewsJob, { orgId: zeroId, ...news })
