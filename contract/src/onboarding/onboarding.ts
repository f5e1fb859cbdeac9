import { z } from 'zod'
import { get, operations, put } from '../kit/operations.ts'

export const goals = ['agent', 'campaign', 'workflow'] as const
export type Goal = (typeof goals)[number]

export const onboardingSteps = [
  'verify-email',
  'create-agent',
  'run-agent',
  'import-contacts',
  'send-campaign',
  'publish-workflow',
  'run-workflow',
  'invite-member',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const Onboarding = z
  .object({
    /** What the caller wants to do first; null: not asked yet, or skipped. */
    goal: z.enum(goals).nullable(),
    /** Whether the caller has answered or skipped the question for a goal. */
    asked: z.boolean(),
    /** The caller has hidden the checklist. */
    dismissed: z.boolean(),
    /** Those that the caller's role can do, the goal's own first. Done: found in the data, demo data not counted. */
    steps: z.array(z.object({ id: z.enum(onboardingSteps), done: z.boolean() })).max(onboardingSteps.length),
  })
  .meta({ id: 'Onboarding' })
export type Onboarding = z.infer<typeof Onboarding>

export const onboarding = operations('onboarding', 'dashboard:read', {
  read: get('/onboarding', 'The first goal of the caller, and the steps that are done', { reply: Onboarding }),
  update: put('/onboarding', 'Choose or skip the first goal of the caller; hide or show the checklist', {
    body: z.strictObject({ goal: z.enum(goals).nullable(), dismissed: z.boolean() }),
    reply: Onboarding,
    audited: false,
    whileSuspended: true,
  }),
})
