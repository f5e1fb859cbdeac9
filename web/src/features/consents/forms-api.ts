import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { signUpForms } from '@imperium/contract/contacts/sign-up-forms.ts'
import { mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const invalidates = [['sign-up-forms']]

export const formsQuery = { ...query(signUpForms.list), meta: { silent: true } }
export const contactFieldsQuery = { ...query(contactFields.fields), meta: { silent: true } }
export const createFormMutation = mutation(signUpForms.create, { invalidates, silent: true, success: t('Sign-up form created') })
export const updateFormMutation = mutation(signUpForms.update, { invalidates, silent: true, success: t('Sign-up form saved') })
export const archiveFormMutation = mutation(signUpForms.archive, { invalidates, failure: t('The form could not be changed') })
