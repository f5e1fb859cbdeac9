import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignStatuses } from '@imperium/contract/campaigns/campaigns.ts'
import { AppError } from '../../platform/errors.ts'
import { mayRemove, move } from './campaign-state.ts'
import type { CampaignAct, CampaignState } from './campaign-state.ts'

const acts: CampaignAct[] = ['send', 'schedule', 'begin', 'pause', 'resume', 'complete']

function attempt(state: CampaignState, act: CampaignAct): { next: CampaignState | null; error: unknown } {
  try {
    return { next: move(state, act), error: null }
  } catch (error) {
    return { next: null, error }
  }
}

test('never leaves completed, never returns to draft, and resumes to the state before the pause, in any sequence', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 30 }), (list) => {
      let state: CampaignState = { status: 'draft', pausedFrom: null }
      for (const act of list) {
        const before = state
        const { next, error } = attempt(before, act)
        state = next ?? before
        // Either the move is allowed or it fails with 409 and a message.
        expect(error === null || (error instanceof AppError && error.status === 409 && error.message !== '')).toBe(true)
        if (!next) continue
        expect({ wasCompleted: before.status === 'completed', isDraft: next.status === 'draft' }).toEqual({
          wasCompleted: false,
          isDraft: false,
        })
        expect(next.pausedFrom === null).toBe(next.status !== 'paused')
        expect(act !== 'resume' || next.status === before.pausedFrom).toBe(true)
        expect(act !== 'pause' || next.pausedFrom === before.status).toBe(true)
        // A launch happens once.
        expect((act !== 'send' && act !== 'schedule') || before.status === 'draft').toBe(true)
      }
    }),
  )
})

test('all but a running one may be deleted', () => {
  expect(campaignStatuses.filter((status) => !mayRemove(status))).toEqual(['running'])
})
