import { onboardingSteps } from '@imperium/contract/onboarding/onboarding.ts'
import type { Goal, Onboarding, OnboardingStep } from '@imperium/contract/onboarding/onboarding.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { findDoneSteps } from './find-done-steps.ts'
import { findChoice } from './store.ts'

const permissions: Record<OnboardingStep, Permission | null> = {
  'verify-email': null,
  'create-agent': 'agents:write',
  'run-agent': 'agents:execute',
  'import-contacts': 'contacts:write',
  'send-campaign': 'campaigns:send',
  'publish-workflow': 'workflows:publish',
  'run-workflow': 'workflows:run',
  'invite-member': 'team:manage',
}

const stepsOf: Record<Goal, readonly OnboardingStep[]> = {
  agent: ['create-agent', 'run-agent'],
  campaign: ['import-contacts', 'send-campaign'],
  workflow: ['publish-workflow', 'run-workflow'],
}

/** The caller's goal and the steps of their role; those of the goal come first. */
export async function showOnboarding({ tx, caller, may }: Pick<OrgContext, 'tx' | 'caller' | 'may'>): Promise<Onboarding> {
  const choice = await findChoice(tx, caller.userId)
  const found = { 'verify-email': caller.emailVerified, ...(await findDoneSteps(tx, caller.userId)) }
  const first = choice?.goal ? stepsOf[choice.goal] : []
  const mine = onboardingSteps.filter((id) => {
    const permission = permissions[id]
    return permission === null || may(permission)
  })
  const ordered = [...mine.filter((id) => first.includes(id)), ...mine.filter((id) => !first.includes(id))]
  return {
    goal: choice?.goal ?? null,
    asked: choice !== null,
    dismissed: choice?.dismissed ?? false,
    steps: ordered.map((id) => ({ id, done: found[id] })),
  }
}
