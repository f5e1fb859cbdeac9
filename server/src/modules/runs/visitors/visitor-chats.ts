import type { Citation, RunStatus } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RunRow } from '../store.ts'
import type { Turn } from '../transcript.ts'

/** Input of a visitor's run besides the agent's version. */
export interface VisitorContext {
  turns: readonly Turn[]
  /** Added to the system prompt. */
  rules: string
  /** The agent may hand the conversation over to a member. */
  handsOver: boolean
  /** The contact whose facts the tools of `giveVisitorTools` may store. */
  contactId?: string | null
  /** The reason not to answer: a member took over, or the daily budget is used up. */
  stop: 'cancelled' | 'budget' | null
}

export interface EndedVisitorRun {
  runId: string
  agentName: string
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>
  output: string | null
  citations: readonly Citation[]
  /** The agent handed over, with this summary for the member. */
  handedOver: string | null
  /** Texts of the organization in the model's input: its prompt, and the passages found. */
  given: readonly string[]
}

interface VisitorChats {
  open(tx: OrgTx, run: Pick<RunRow, 'id' | 'agent_id' | 'agent_name'>): Promise<VisitorContext | null>
  /** Runs in the transaction that ends the run: both commit or neither. */
  ended(tx: OrgTx, run: EndedVisitorRun): Promise<void>
}

const points = extensionPoint<VisitorChats>()

/** Runs whose input visitors (trigger `chat`) or contacts (`message`) write, for the module that holds their conversations. */
export const onVisitorRun = points.entry

export const isVisitorRun = ({ trigger }: Pick<RunRow, 'trigger'>): boolean => trigger === 'chat' || trigger === 'message'

export async function openVisitorRun(platform: Platform, tx: OrgTx, row: RunRow): Promise<VisitorContext | null> {
  if (!isVisitorRun(row)) return null
  for (const point of points.of(platform)) {
    const context = await point.open(tx, row)
    if (context) return context
  }
  return { turns: [], rules: '', handsOver: false, stop: null }
}

export async function endVisitorRun(platform: Platform, tx: OrgTx, run: EndedVisitorRun): Promise<void> {
  for (const point of points.of(platform)) await point.ended(tx, run)
}
