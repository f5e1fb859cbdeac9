import { z } from 'zod'
import { Tag } from './contacts.ts'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { get, operations, post, put } from '../kit/operations.ts'
import { Language } from '../languages.ts'

export const signUpFormLimits = { forms: 100, purposes: 10, fields: 20, tags: 10 } as const

/** Optional fields of a form besides the email address, which is always asked; also `custom:<key>`. */
export const signUpFields = ['firstName', 'lastName', 'phone'] as const
const SignUpField = z.union([z.enum(signUpFields), z.templateLiteral([z.literal('custom:'), z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)])])
export type SignUpField = z.infer<typeof SignUpField>

const once = (list: readonly string[]): boolean => new Set(list).size === list.length

const definition = {
  name: required(80, 'Name is required'),
  /** Above the form, below the name of the organization. */
  heading: line(120).default(''),
  text: text(2000).default(''),
  /** Keys of the purposes for email and, if enabled, for SMS. With several, each has its own checkbox. */
  purposes: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a purpose'))
    .min(1, 'Choose at least one purpose')
    .max(signUpFormLimits.purposes)
    .refine(once, 'Choose each purpose only once'),
  fields: z
    .array(z.strictObject({ field: SignUpField, required: z.boolean().default(false) }))
    .max(signUpFormLimits.fields)
    .refine((list) => once(list.map(({ field }) => field)), 'Choose each field only once')
    .default([]),
  /** Also asks for consent to SMS, with its own checkbox beside the phone number: needs the field `phone`. */
  smsConsent: z.boolean().default(false),
  /** Label of that checkbox, stored as proof; blank: our default text. */
  smsConsentText: text(500).default(''),
  /** Tags of the contact, set after confirmation. */
  tags: z.array(Tag).max(signUpFormLimits.tags).default([]),
  /** Text beside the button that contacts agree to by pressing it: stored verbatim as proof. */
  consentText: text(2000, 'Choose a purpose').min(3, 'Choose a purpose'),
  /** Shown after the form was sent; blank: our default text. */
  thanks: text(2000).default(''),
  /** Redirect after that; https only. */
  redirectUrl: line(500)
    .refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:', 'Enter an address that begins with https://')
    .nullable()
    .default(null),
  /** Language of the form and the email; null: the visitor's browser language. */
  language: Language.nullable().default(null),
  /**
   * Contacts confirm by a link in an email. Always required if the organization requires it, the address was unsubscribed, or SMS is asked
   * for.
   */
  doubleOptIn: z.boolean().default(true),
}

type Request = Readonly<{ smsConsent: boolean; fields: readonly { field: SignUpField }[] }>
const includesNumber = ({ smsConsent, fields }: Request): boolean => !smsConsent || fields.some(({ field }) => field === 'phone')
const numberFault = { path: ['smsConsent'], message: 'SMS needs a phone number: add the phone field' }

export const CreateSignUpFormBody = z.strictObject(definition).refine(includesNumber, numberFault)
export const UpdateSignUpFormBody = z
  .strictObject({
    ...definition,
    /** The value that was read; a stale write is rejected with 409. */
    updatedAt: Timestamp.optional(),
  })
  .refine(includesNumber, numberFault)

/** The stored definition of a form. */
export type SignUpDefinition = Omit<z.output<typeof CreateSignUpFormBody>, 'name'>

export const SignUpForm = z
  .object({
    ...definition,
    id: Id,
    /** Incremented when the consent text changes. */
    version: z.int(),
    /** The page of the form. */
    url: z.string(),
    /** HTML to embed in another page. */
    embedHtml: z.string(),
    submittedCount: z.int(),
    confirmedCount: z.int(),
    createdBy: z.string(),
    archivedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SignUpForm' })
export type SignUpForm = z.infer<typeof SignUpForm>

const addressParams = z.strictObject({
  org: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
  form: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/),
})
/** Limits load; the operation has its own limits per sender. */
const publicRate = { max: 240, perSeconds: 60 } as const

export const signUpForms = operations(
  'sign-up-forms',
  { read: 'consents:read', write: 'consents:manage' },
  {
    list: get('/consents/forms', 'List the sign-up forms with their addresses and figures, the archived too', {
      reply: z.array(SignUpForm).max(signUpFormLimits.forms),
      v1: true,
    }),
    create: post('/consents/forms', 'Create a sign-up form with a public page', {
      body: CreateSignUpFormBody,
      reply: SignUpForm,
      status: 201,
      errors: [403, 409],
      idempotent: true,
    }),
    update: put('/consents/forms/:id', 'Change a sign-up form; its address stays', {
      body: UpdateSignUpFormBody,
      reply: SignUpForm,
      errors: [409],
    }),
    archive: post('/consents/forms/:id/archive', 'Unpublish or republish a sign-up form', {
      body: z.strictObject({ archived: z.boolean() }),
      reply: SignUpForm,
      errors: [409],
    }),

    open: get('/public/forms/:org/:form', 'Show the page of a sign-up form (also at /forms/:org/:form)', {
      access: 'public',
      params: addressParams,
      page: true,
      rate: publicRate,
    }),
    submit: post(
      '/public/forms/:org/:form',
      'Sign up; the answer is the same whether the address is known or not (also at /forms/:org/:form)',
      {
        access: 'public',
        params: addressParams,
        upload: ['application/x-www-form-urlencoded'],
        bodyLimit: 64 * 1024,
        page: true,
        audited: false,
        rate: publicRate,
      },
    ),
    thank: get('/public/forms/:org/:form/thanks', 'Show what is said after a sign-up (also at /forms/:org/:form/thanks)', {
      access: 'public',
      params: addressParams,
      page: true,
      rate: publicRate,
    }),
  },
)
