import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetWhatNames, newestNaming } from '../contacts/index.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetRuns } from './forget-runs.ts'
import { runsNaming } from './forget-store.ts'
import { findRuns } from './store.ts'

/**
 * What runs of agents owe contacts. No column says whom a run is about: who starts one for somebody says so (`forgetRuns`), and what was
 * typed, found or mailed is looked through.
 */
export const runCompanion = (platform: Platform): ContactCompanion => ({
  name: 'runs',
  exportContact: async (tx, _contactId, names) => ({ agentRuns: await toldRuns(tx, await newestNaming(runsNaming, tx, names)) }),
  forgetNamed: forgetWhatNames(runsNaming, (tx, ids) => forgetRuns(platform, tx, ids)),
})

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
