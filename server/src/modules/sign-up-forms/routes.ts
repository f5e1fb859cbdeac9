import { signUpForms } from '@imperium/contract/contacts/sign-up-forms.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { archiveForm, createForm, presentForms, updateForm } from './manage-forms.ts'
import { openForm, submitForm, thankForForm } from './submit-form.ts'

export const signUpOperations = (platform: Platform) =>
  bindOperations(signUpForms, {
    list: (_input, context) => presentForms(platform, context),
    create: ({ body }, context) => createForm(platform, context, body),
    update: ({ params, body }, context) => updateForm(platform, context, params.id, body),
    archive: ({ params, body }, context) => archiveForm(platform, context, params.id, body.archived),
    open: ({ params }, context) => openForm(platform, params, context),
    submit: ({ params, body }, context) => submitForm(platform, params, body, context),
    thank: ({ params }, context) => thankForForm(platform, params, context),
  })
