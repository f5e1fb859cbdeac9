import { createGroupCommit } from '../../../platform/db/group-commit.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RunWrite, Written } from './stored-run.ts'
import { writeRuns } from './write-runs-store.ts'

export interface Committer {
  /** Resolves when the run is written, in one transaction with other writes of its organization. */
  write(write: RunWrite): Promise<Written>
}

export function createCommitter(platform: Platform): Committer {
  const group = createGroupCommit<RunWrite, Written>(platform.db, async (tx, writes) => {
    const written = await writeRuns(platform, tx, writes)
    return writes.map(({ runId }) => written.get(runId) as Written)
  })
  return { write: (write) => group.write(write.orgId, write) }
}
