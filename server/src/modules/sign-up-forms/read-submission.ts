import { contactFieldLimits } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { SignUpDefinition, SignUpField } from '@imperium/contract/contacts/sign-up-forms.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import { faultOfValue } from '../contacts/index.ts'
import type { CustomValue, ReadPhone } from '../contacts/index.ts'
import type { Given } from './sign-up-store.ts'
import type { SignUpTexts } from './sign-up-texts.ts'

/**
 * Names of inputs that are no contact fields. The name of the honeypot must be unique: on an embedding page people may fill in a field
 * `homepage`.
 */
export const inputs = { email: 'email', purpose: 'purpose', sms: 'sms', language: 'language', trap: 'su-homepage', stamp: 'shown' } as const

/** Why a field cannot be taken, as a word of the pages. */
export type Fault = keyof Pick<SignUpTexts, 'required' | 'badEmail' | 'badPhone' | 'phoneForSms' | 'bad' | 'choosePurpose'>

export interface Submission {
  email: string
  purposes: string[]
  given: Given
  /** Whether the box for text messages was ticked. */
  wantsSms: boolean
}

export interface ReadSubmission {
  submission: Submission
  /** By name of the input. */
  faults: ReadonlyMap<string, Fault>
}

const nameLength = 100
// oxlint-disable-next-line no-control-regex -- as `line` of the contract
const control = /[\u0000-\u001f\u007f]/

const isLine = (text: string, most: number): boolean => text.length <= most && text.isWellFormed() && !control.test(text)

function readCustom(field: ContactField, text: string): CustomValue | null {
  if (field.type === 'boolean') return text === 'yes'
  const value = field.type === 'number' ? (text === '' ? Number.NaN : Number(text)) : text
  return isLine(text, contactFieldLimits.textLength) && !faultOfValue(field, value) ? value : null
}

interface Request {
  definition: Pick<SignUpDefinition, 'purposes' | 'fields' | 'smsConsent'>
  /** The organization's fields as they are now. */
  fields: readonly ContactField[]
  readPhone: ReadPhone
}

/** Reads what a browser sent of a form. What the form does not ask for is passed over: pages of others hold inputs of their own. */
export function readSubmission(sent: URLSearchParams, { definition, fields, readPhone }: Request): ReadSubmission {
  const faults = new Map<string, Fault>()
  const textOf = (name: string): string => (sent.get(name) ?? '').trim()
  const typed = textOf(inputs.email)
  const email = isLine(typed, 254) ? (parseEmailAddress(typed)?.toLowerCase() ?? '') : ''
  if (!email) faults.set(inputs.email, typed ? 'badEmail' : 'required')
  const given: Given = { firstName: '', lastName: '', phone: null, custom: {} }
  const readInto = (field: SignUpField, text: string): Fault | null => {
    if (field === 'firstName' || field === 'lastName') {
      if (!isLine(text, nameLength)) return 'bad'
      given[field] = text
      return null
    }
    if (field === 'phone') {
      given.phone = isLine(text, 40) ? readPhone(text) : null
      return given.phone ? null : 'badPhone'
    }
    const own = fields.find(({ key }) => field === `custom:${key}`)
    const value = own ? readCustom(own, text) : null
    if (!own) return null
    if (value === null) return 'bad'
    given.custom[own.key] = value
    return null
  }
  for (const { field, required } of definition.fields) {
    // Fields deleted since are skipped.
    if (field.startsWith('custom:') && !fields.some(({ key }) => field === `custom:${key}`)) continue
    const text = textOf(field)
    const fault = text === '' ? (required ? 'required' : null) : readInto(field, text)
    if (fault) faults.set(field, fault)
  }
  const wantsSms = definition.smsConsent && sent.get(inputs.sms) === 'yes'
  if (wantsSms && given.phone === null && !faults.has('phone')) faults.set('phone', 'phoneForSms')
  const chosen = new Set(sent.getAll(inputs.purpose))
  const purposes = definition.purposes.length === 1 ? [...definition.purposes] : definition.purposes.filter((key) => chosen.has(key))
  if (purposes.length === 0) faults.set(inputs.purpose, 'choosePurpose')
  return { submission: { email, purposes, given, wantsSms }, faults }
}
