import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseMatches, newestNaming } from '../contacts/index.ts'
import type { ContactExtension } from '../contacts/index.ts'
import { eraseAgentRuns } from './erase-agent-runs.ts'
import { runsNaming } from './erase-store.ts'
import { findRuns } from './store.ts'

/**
 * What agent runs contribute to export and erasure of contacts. No column links a run to a contact: callers link it themselves
 * (`eraseAgentRuns`), and input, results and emails are searched.
 */
export const runContactExtension = (platform: Platform): ContactExtension => ({
  name: 'runs',
  exportContact: async (tx, _contactId, names) => ({ agentRuns: await listRunsWithSteps(tx, await newestNaming(runsNaming, tx, names)) }),
  eraseNamed: eraseMatches(runsNaming, (tx, ids) => eraseAgentRuns(platform, tx, ids)),
})

/** Input and output of runs, for the export of the contact that they are about. */
export const listRunsWithSteps = async (tx: OrgTx, runIds: readonly string[]): Promise<object[]> =>
  [...(await findRuns(tx, runIds)).values()].map(({ id, agentName, status, input, output, createdAt }) => ({
    id,
    agent: agentName,
    status,
    input,
    output,
    createdAt,
  }))
