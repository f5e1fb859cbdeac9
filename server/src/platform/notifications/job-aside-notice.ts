import type { SystemTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'

/** Queue of the notifications module: the platform knows no members. */
export const jobAsideNoticeName = 'notifications.tellJobAside'

export interface JobAsideNotice {
  orgId: string
  jobId: string
  name: string
}

type Send = (tx: SystemTx, name: string, data: JobAsideNotice) => Promise<void>

/** Tells the managers of the organization, after the commit, that a job of theirs is not tried again. */
export async function tellJobAside(send: Send, tx: SystemTx, notice: JobAsideNotice): Promise<void> {
  // A notice that is set aside itself needs none, and jobs of accounts have no managers.
  if (notice.name !== jobAsideNoticeName && notice.orgId !== zeroId) await send(tx, jobAsideNoticeName, notice)
}
