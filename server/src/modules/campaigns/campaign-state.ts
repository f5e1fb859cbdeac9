import type { CampaignStatus } from '@imperium/contract/campaigns/campaigns.ts'
import { conflict } from '../../platform/errors.ts'

export interface CampaignState {
  status: CampaignStatus
  /** The state that a resume returns to. */
  pausedFrom: 'scheduled' | 'running' | null
}

export type CampaignAct = 'send' | 'schedule' | 'begin' | 'pause' | 'resume' | 'complete'

const refusals: Partial<Record<CampaignAct, Partial<Record<CampaignStatus, string>>>> = {
  pause: {
    draft: 'This campaign has not been launched yet.',
    paused: 'This campaign is paused already.',
    completed: 'This campaign is completed.',
  },
  resume: {
    draft: 'This campaign has not been launched yet.',
    scheduled: 'This campaign is not paused.',
    running: 'This campaign is not paused.',
    completed: 'This campaign is completed.',
  },
}
const launched: Partial<Record<CampaignStatus, string>> = {
  scheduled: 'This campaign is scheduled already.',
  running: 'This campaign is running already.',
  paused: 'This campaign is paused. Resume it instead.',
  completed: 'This campaign is completed. Clone it to send it again.',
}

const moves: Record<CampaignAct, Partial<Record<CampaignStatus, CampaignStatus>>> = {
  send: { draft: 'running' },
  schedule: { draft: 'scheduled' },
  /** An occurrence of a recurring campaign begins without a user action. */
  begin: { scheduled: 'running', running: 'running' },
  pause: { scheduled: 'paused', running: 'paused' },
  resume: {},
  complete: { scheduled: 'completed', running: 'completed' },
}

/**
 * Returns the state after an operation. draft -> scheduled | running <-> paused -> completed. @throws 409 with the reason if not allowed.
 */
export function move({ status, pausedFrom }: CampaignState, act: CampaignAct): CampaignState {
  if (act === 'resume' && status === 'paused') return { status: pausedFrom ?? 'running', pausedFrom: null }
  const next = moves[act][status]
  if (!next)
    throw conflict(
      (act === 'send' || act === 'schedule' ? launched : refusals[act])?.[status] ?? 'The state of the campaign does not allow this.',
    )
  return { status: next, pausedFrom: act === 'pause' ? (status as 'scheduled' | 'running') : null }
}

export const mayRemove = (status: CampaignStatus): boolean => status !== 'running'
