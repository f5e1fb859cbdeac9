import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onPurposeUse, onSignUpLink } from '../consents/index.ts'
import { accompanyContacts, onFieldUse } from '../contacts/index.ts'
import { askBySmsJob } from './ask-by-sms.ts'
import { signUpLinks } from './confirm-sign-up.ts'
import { signUpOperations } from './routes.ts'
import { signUpCompanion } from './sign-up-companion.ts'
import { signUpJob, signUpTick } from './sign-up-job.ts'
import { formsWithField, formsWithPurpose } from './sign-up-store.ts'

export { formsWithSms } from './sign-up-store.ts'

export const signUpFormsModule: ModuleFactory = (platform) => {
  onFieldUse(platform, formsWithField)
  onPurposeUse(platform, formsWithPurpose)
  onSignUpLink(platform, signUpLinks(platform))
  accompanyContacts(platform, signUpCompanion)
  return {
    name: 'sign-up-forms',
    tables: ['sign_up_forms', 'sign_ups'],
    operations: signUpOperations(platform),
    jobs: [signUpJob(platform), askBySmsJob(platform)] as JobDefinition[],
    ticks: [signUpTick(platform)],
  }
}
