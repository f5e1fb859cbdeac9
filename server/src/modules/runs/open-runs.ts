import { usesVariables } from '@imperium/contract/agents/prompt-variables.ts'
import type { RunDraft } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import type { Platform } from '../../platform/platform.ts'
import { findVersion } from '../agents/index.ts'
import { resolveModel } from '../ai-models/index.ts'
import { findProfile } from '../organizations/index.ts'
import { RunSession } from './run-session.ts'
import { createRunWriter } from './run-writer.ts'
import { listSteps, toStep } from './store.ts'
import type { RunRow } from './store.ts'
import { recentTurns } from './transcript.ts'
import type { Turn } from './transcript.ts'
import { listTurns } from './history/turns-store.ts'
import { openVisitorRun } from './visitors/visitor-chats.ts'

/** Reads what claimed runs need. Runs of an organization that are opened together share the transaction and what they have in common. */
export function createRunOpener(platform: Platform): (row: RunRow) => Promise<RunSession> {
  const writer = createRunWriter(platform)
  const open = (tx: OrgTx, rows: readonly RunRow[]): Promise<RunSession[]> => {
    const versions = once((agentId: string, version: number) => findVersion(tx, agentId, version))
    const models = once((name: string) => resolveModel(platform, tx, name))
    const profiles = once(async (orgId: string) => (await findProfile(tx, orgId)) ?? undefined)
    return Promise.all(
      rows.map(async (row) => {
        const [steps, version, model, turns, visitor] = await Promise.all([
          row.recoveries > 0 ? listSteps(tx, row.id) : [],
          versions(row.agent_id, row.agent_version),
          models(row.model),
          row.after_run_id === null ? [] : listTurns(tx, row.after_run_id),
          openVisitorRun(platform, tx, row),
        ])
        const prompt = (row.draft as RunDraft | null)?.systemPrompt ?? version?.system_prompt ?? ''
        const organization = usesVariables(prompt) ? await profiles(row.org_id) : undefined
        const basis = { version, model, turns: visitor ? recentTurns(visitor.turns) : completedTurns(turns), visitor, organization }
        return new RunSession(platform, row, steps.map(toStep), basis, writer)
      }),
    )
  }
  const group = createGroupCommit(platform.db, open)
  return (row) => group.write(row.org_id, row)
}

const completedTurns = (rows: readonly RunRow[]): Turn[] =>
  recentTurns(
    rows.flatMap(({ status, input, input_images: images, output }) =>
      status === 'completed' && output !== null ? [{ input, images, output }] : [],
    ),
  )

/** Calls `read` once for the same arguments. */
function once<A extends readonly (string | number)[], R>(read: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const known = new Map<string, Promise<R>>()
  return (...args) => {
    const key = JSON.stringify(args)
    const found = known.get(key) ?? read(...args)
    known.set(key, found)
    return found
  }
}
