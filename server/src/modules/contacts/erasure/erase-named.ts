import type { OrgTx } from '../../../platform/db/database.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactExtensionsOf } from '../contact-extensions.ts'

export const eraseNamedJobName = 'contacts.forgetNamed'

interface EraseNamedData {
  orgId: string
  names: readonly string[]
  extension?: string
  /** The field's name in jobs that earlier versions queued. */
  companion?: string
  /** After what to go on; null: from the beginning. */
  after: string | null
}

const jobLimitMs = 60_000
/** A search costs texts times names: an erasure of many contacts runs in a job. */
const fewNames = 50

/** The first look in the erasure's own transaction, which is all of it in most organizations; the rest is left to jobs. */
export async function eraseNamed(platform: Platform, tx: OrgTx, names: readonly string[]): Promise<void> {
  for (const { name: extension, eraseNamed: erase } of contactExtensionsOf(platform)) {
    if (!erase) continue
    const isFew = names.length <= fewNames
    const after = isFew ? await erase(tx, names, null) : null
    if (!isFew || after !== null)
      await platform.jobs.send<EraseNamedData>(tx, eraseNamedJobName, { orgId: tx.orgId, names, extension, after })
  }
}

/** Each look is a transaction of its own; killed at any moment, the job looks again from where it was sent. */
export const eraseNamedJob = (platform: Platform): JobDefinition<EraseNamedData> => ({
  name: eraseNamedJobName,
  lane: 'bulk',
  worksAtRest: 'erasure is owed to the person',
  run: async ({ orgId, names, companion = '', extension = companion, after: from }, { signal }) => {
    const erase = contactExtensionsOf(platform).find(({ name }) => name === extension)?.eraseNamed
    if (!erase) return
    const until = performance.now() + jobLimitMs
    let after: string | null = from
    do {
      const at: string | null = after
      if (signal.aborted || performance.now() > until) {
        await platform.db.withOrg(orgId, (tx) =>
          platform.jobs.send<EraseNamedData>(tx, eraseNamedJobName, { orgId, names, extension, after: at }),
        )
        return
      }
      after = await platform.db.withOrg(orgId, (tx) => erase(tx, names, at))
    } while (after !== null)
  },
})
