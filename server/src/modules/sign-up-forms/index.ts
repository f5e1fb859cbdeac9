import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onPurposeUse, onSignUpLink } from '../consents/index.ts'
import { extendContacts, onFieldUse } from '../contacts/index.ts'
import { smsConfirmationJob } from './confirm-by-sms.ts'
import { signUpLinks } from './confirm-sign-up.ts'
import { signUpOperations } from './routes.ts'
import { signUpContactExtension } from './contact-extension.ts'
import { signUpJob, signUpTick } from './sign-up-job.ts'
import { formsWithField, formsWithPurpose } from './sign-up-store.ts'
import { signUpFormsActs } from './acts.ts'

export { formsWithSms } from './sign-up-store.ts'

export const signUpFormsModule: ModuleFactory = (platform) => ({
  name: 'sign-up-forms',
  tables: ['sign_up_forms', 'sign_ups'],
  acts: signUpFormsActs,
  extensions: [
    onFieldUse(formsWithField),
    onPurposeUse(formsWithPurpose),
    onSignUpLink(signUpLinks(platform)),
    extendContacts(signUpContactExtension),
  ],
  operations: signUpOperations(platform),
  jobs: [signUpJob(platform), smsConfirmationJob(platform)] as JobDefinition[],
  ticks: [signUpTick(platform)],
})
