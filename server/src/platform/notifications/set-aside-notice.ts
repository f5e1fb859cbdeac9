import type { OrgTx, SystemTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'

/** Queue of the notifications module: the platform knows no members. */
export const setAsideNoticeName = 'notifications.tellJobAside'

export interface SetAsideNotice {
  orgId: string
  /** Of the job, the email or the document: one notice for each. */
  jobId: string
  /** The queue of the job, the mailbox of the email, the name of the document. */
  name: string
  /** A job, unless said otherwise. */
  what?: 'email' | 'document'
}

interface Sender {
  send: (tx: OrgTx | SystemTx, name: string, data: SetAsideNotice) => Promise<void>
}

/** Tells the managers of the organization, after the commit, what is not tried again because it ended its process twice. */
export async function tellSetAside(jobs: Sender, tx: OrgTx | SystemTx, notice: SetAsideNotice): Promise<void> {
  // A notice that is set aside itself needs none, and jobs of accounts have no managers.
  if (notice.name !== setAsideNoticeName && notice.orgId !== zeroId) await jobs.send(tx, setAsideNoticeName, notice)
}
