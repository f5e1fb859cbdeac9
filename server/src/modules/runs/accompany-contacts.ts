import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetWhatNames, newestNaming } from '../contacts/index.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetRuns } from './forget-runs.ts'
import { runsNaming } from './forget-store.ts'
import { findRuns } from './store.ts'

/**
 * What agent runs contribute to export and erasure of contacts. No column links a run to a contact: callers link it themselves
 * (`forgetRuns`), and input, results and emails are searched.
 */
export const runCompanion = (platform: Platform): ContactCompanion => ({
  name: 'runs',
  exportContact: async (tx, _contactId, names) => ({ agentRuns: await toldRuns(tx, await newestNaming(runsNaming, tx, names)) }),
  forgetNamed: forgetWhatNames(runsNaming, (tx, ids) => forgetRuns(platform, tx, ids)),
})

/** Input and output of runs, for the export of the contact that they are about. */
export const toldRuns = async (tx: OrgTx, runIds: readonly string[]): Promise<object[]> =>
  [...(await findRuns(tx, runIds)).values()].map(({ id, agentName, status, input, output, createdAt }) => ({
    id,
    agent: agentName,
    status,
    input,
    output,
    createdAt,
  }))
