import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetRuns } from './forget-runs.ts'
import { runsNaming } from './forget-store.ts'
import { findRuns } from './store.ts'

const runsPerLook = 500
const looksOfExport = 10

/**
 * What runs of agents owe contacts. No column says whom a run is about: who starts one for somebody says so (`forgetRuns`), and what was
 * typed, found or mailed is looked through.
 */
export const runCompanion = (platform: Platform): ContactCompanion => ({
  name: 'runs',
  exportContact: async (tx, _contactId, names) => ({ agentRuns: await runsAbout(tx, names) }),
  forgetNamed: async (tx, names, after) => {
    const { ids, last } = await runsNaming(tx, names, after, runsPerLook)
    await forgetRuns(platform, tx, ids)
    return last
  },
})

/** Among the newest ones: an export is an answer that somebody waits for. */
async function runsAbout(tx: OrgTx, names: readonly string[]): Promise<object[]> {
  const found: string[] = []
  let after: string | null = null
  for (let look = 0; look < looksOfExport; look++) {
    const { ids, last }: { ids: string[]; last: string | null } = await runsNaming(tx, names, after, runsPerLook)
    found.push(...ids)
    if (last === null) break
    after = last
  }
  return toldRuns(tx, found)
}

/** What runs were asked and said, for the export of the person whom they were about. */
export const toldRuns = async (tx: OrgTx, runIds: readonly string[]): Promise<object[]> =>
  [...(await findRuns(tx, runIds)).values()].map(({ id, agentName, status, input, output, createdAt }) => ({
    id,
    agent: agentName,
    status,
    input,
    output,
    createdAt,
  }))
