import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { signUpFields } from '@imperium/contract/contacts/sign-up-forms.ts'
import type { SignUpField, SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'

/** Whether a form contains a field, and whether it is required. */
export type Asking = 'no' | 'optional' | 'required'

/** The values of the dialog's fields. */
export interface FormValues extends Record<string, unknown> {
  name: string
  heading: string
  text: string
  purposes: string[]
  /** By field of the contact. */
  asking: Record<string, Asking>
  tags: string[]
  consentText: string
  thanks: string
  redirectUrl: string
  /** '' for that of the visitor. */
  language: Language | ''
  doubleOptIn: boolean
  smsConsent: boolean
  smsConsentText: string
}

export const valuesOfForm = (form: SignUpForm | null, usual: { purposes: string[]; consentText: string }): FormValues => ({
  name: form?.name ?? '',
  heading: form?.heading ?? '',
  text: form?.text ?? '',
  purposes: form?.purposes ?? usual.purposes,
  asking: Object.fromEntries(form?.fields.map(({ field, required }) => [field, required ? 'required' : 'optional'] as const) ?? []),
  tags: form?.tags ?? [],
  consentText: form?.consentText ?? usual.consentText,
  thanks: form?.thanks ?? '',
  redirectUrl: form?.redirectUrl ?? '',
  language: form?.language ?? '',
  doubleOptIn: form?.doubleOptIn ?? true,
  smsConsent: form?.smsConsent ?? false,
  smsConsentText: form?.smsConsentText ?? '',
})

/** Text messages need a phone number: turning them on adds that field, at least as optional. */
export const withSms = (requesting: FormValues['asking'], isOn: boolean): FormValues['asking'] =>
  isOn && (requesting['phone'] ?? 'no') === 'no' ? { ...requesting, phone: 'optional' } : requesting

/** The fields available to a form, in display order. */
export const askable = (fields: readonly Pick<ContactField, 'key'>[]): SignUpField[] => [
  ...signUpFields,
  ...fields.map(({ key }) => `custom:${key}` as const),
]

export const bodyOfForm = (
  { asking: requesting, redirectUrl, language, ...values }: FormValues,
  { fields, form }: { fields: readonly Pick<ContactField, 'key'>[]; form: SignUpForm | null },
) => ({
  ...values,
  fields: askable(fields).flatMap((field) => {
    const request = requesting[field] ?? 'no'
    return request === 'no' ? [] : [{ field, required: request === 'required' }]
  }),
  redirectUrl: redirectUrl.trim() || null,
  language: language || null,
  ...(form ? { updatedAt: form.updatedAt } : {}),
})
