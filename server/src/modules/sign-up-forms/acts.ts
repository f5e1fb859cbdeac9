import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const signUpFormsActs: ModuleActs = {
  sentences: {
    'sign-up-forms.create': describedAct('settings', '{actor} created the sign-up form {target}'),
    'sign-up-forms.update': describedAct('settings', '{actor} changed the sign-up form {target}'),
    'sign-up-forms.archive': describedAct('settings', '{actor} archived or restored the sign-up form {target}'),
  },
}
