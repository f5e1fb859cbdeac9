import { onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { showOnboarding } from './show-onboarding.ts'
import { saveChoice } from './store.ts'

export const onboardingOperations = bindOperations(onboarding, {
  read: (_input, context) => showOnboarding(context),
  update: async ({ body }, context) => {
    await saveChoice(context.tx, context.caller.userId, body)
    return showOnboarding(context)
  },
})
