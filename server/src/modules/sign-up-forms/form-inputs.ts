import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { SignUpField } from '@imperium/contract/contacts/sign-up-forms.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { PurposeRow } from '../consents/index.ts'
import { inputs } from './read-submission.ts'
import type { Fault } from './read-submission.ts'
import type { FormRow } from './sign-up-store.ts'
import type { SignUpTexts } from './sign-up-texts.ts'

/** A form with what it is shown with. */
export interface ShownForm {
  form: FormRow
  words: SignUpTexts
  /** Of the words. */
  language: Language
  /** Whose form it is, by name. */
  organization: string
  /** The organization's fields as they are now. */
  fields: readonly ContactField[]
  /** What may be agreed to here, in the order of the form. */
  purposes: readonly PurposeRow[]
}

/** What was sent before and has to be put right. */
export interface Sent {
  values: URLSearchParams
  faults: ReadonlyMap<string, Fault>
}

const nothingSent: Sent = { values: new URLSearchParams(), faults: new Map() }

interface Input {
  name: string
  label: string
  required: boolean
  attributes: string
  /** A list to choose from, or a box to tick, instead of a line. */
  choices?: readonly string[]
  isBox?: boolean
}

const autocomplete: Record<Exclude<SignUpField, `custom:${string}`>, string> = {
  firstName: 'type="text" autocomplete="given-name" maxlength="100"',
  lastName: 'type="text" autocomplete="family-name" maxlength="100"',
  phone: 'type="tel" autocomplete="tel" maxlength="40"',
}

const ownTypes: Partial<Record<ContactField['type'], string>> = { number: 'type="number" step="any"', date: 'type="date"' }

function inputsOf({ form, words: texts, fields }: ShownForm): Input[] {
  const request = form.definition.fields.flatMap(({ field, required }): Input[] => {
    if (field === 'firstName' || field === 'lastName' || field === 'phone')
      return [{ name: field, label: texts[field], required, attributes: autocomplete[field] }]
    const own = fields.find(({ key }) => field === `custom:${key}`)
    if (!own) return []
    const common = { name: field, label: own.label, required }
    if (own.type === 'choice') return [{ ...common, attributes: '', choices: own.choices }]
    if (own.type === 'boolean') return [{ ...common, attributes: '', isBox: true }]
    return [{ ...common, attributes: ownTypes[own.type] ?? 'type="text" maxlength="1000"' }]
  })
  const email = { name: inputs.email, label: texts.email, required: true, attributes: 'type="email" autocomplete="email" maxlength="254"' }
  return [email, ...request]
}

function fieldHtml(input: Input, texts: SignUpTexts, { values, faults }: Sent): string {
  const { name, label, required, attributes, choices, isBox } = input
  const fault = faults.get(name)
  const value = values.get(name) ?? ''
  const id = escapeHtml(`su-${name}`)
  const common = [
    `id="${id}" name="${escapeHtml(name)}"`,
    ...(required ? ['required'] : []),
    ...(fault ? [`aria-invalid="true" aria-describedby="${id}-fault"`] : []),
  ].join(' ')
  const says = `${escapeHtml(label)}${required ? '' : ` <small>(${escapeHtml(texts.optional)})</small>`}`
  const presented = fault ? `<p class="fault" id="${id}-fault">${escapeHtml(texts[fault])}</p>` : ''
  if (isBox)
    return `<p class="field box"><input type="checkbox" value="yes" ${common}${value ? ' checked' : ''}> <label for="${id}">${says}</label></p>${presented}`
  const control = choices
    ? `<select ${common}><option value="">${escapeHtml(texts.choose)}</option>${choices
        .map((each) => `<option${each === value ? ' selected' : ''}>${escapeHtml(each)}</option>`)
        .join('')}</select>`
    : `<input ${attributes} ${common}${value ? ` value="${escapeHtml(value)}"` : ''}>`
  return `<p class="field"><label for="${id}">${says}</label>${control}</p>${presented}`
}

function purposesHtml({ purposes, words: texts }: ShownForm, { values, faults }: Sent): string {
  if (purposes.length < 2) return ''
  const chosen = new Set(values.getAll(inputs.purpose))
  const boxes = purposes.map(({ key, name, description }) => {
    const about = description ? ` <small>${escapeHtml(description)}</small>` : ''
    const box = `<input type="checkbox" name="${inputs.purpose}" value="${escapeHtml(key)}" id="su-p-${escapeHtml(key)}"${chosen.has(key) ? ' checked' : ''}>`
    return `<p class="field box">${box} <label for="su-p-${escapeHtml(key)}">${escapeHtml(name)}${about}</label></p>`
  })
  const fault = faults.get(inputs.purpose)
  const presented = fault ? `<p class="fault">${escapeHtml(texts[fault])}</p>` : ''
  return `<fieldset><legend>${escapeHtml(texts.about)}</legend>${boxes.join('')}${presented}</fieldset>`
}

/** What stands beside the box for text messages: the organization's words or ours. */
export const smsTextOf = ({ form, words: texts, organization }: Pick<ShownForm, 'form' | 'words' | 'organization'>): string =>
  form.definition.smsConsentText || texts.smsConsent.replaceAll('{organization}', organization)

/** The box for text messages, of its own and unticked. Its language goes along: the words that were read are the proof. */
function smsHtml(shown: ShownForm, { values }: Sent): string {
  const box = `<input type="checkbox" name="${inputs.sms}" value="yes" id="su-sms"${values.has(inputs.sms) ? ' checked' : ''}>`
  const says = escapeHtml(smsTextOf(shown)).replaceAll('\n', '<br>')
  const language = `<input type="hidden" name="${inputs.language}" value="${shown.language}">`
  return `<p class="field box">${box} <label for="su-sms">${says}</label>${language}</p>`
}

interface FormHtml {
  action: string
  sent?: Sent
  /** How the trap is hidden: a class of our page, or a style of its own on others. */
  hidden: string
  /** When the form was shown, sealed; pages of others have none. */
  stamp?: string
}

/** The form itself, for our page and for others. The trap is an input that no person sees, and that those who fill in everything fill in. */
export function formHtml(shown: ShownForm, { action, sent = nothingSent, hidden, stamp }: FormHtml): string {
  const { form, words: texts } = shown
  const trap = `<p ${hidden} aria-hidden="true"><label>${escapeHtml(texts.leaveEmpty)} <input type="text" name="${inputs.trap}" tabindex="-1" autocomplete="off"></label></p>`
  return [
    `<form method="post" action="${escapeHtml(action)}" accept-charset="utf-8">`,
    ...inputsOf(shown).flatMap((input) => [
      fieldHtml(input, texts, sent),
      ...(input.name === 'phone' && form.definition.smsConsent ? [smsHtml(shown, sent)] : []),
    ]),
    purposesHtml(shown, sent),
    trap,
    ...(stamp ? [`<input type="hidden" name="${inputs.stamp}" value="${escapeHtml(stamp)}">`] : []),
    `<p class="words">${escapeHtml(form.definition.consentText).replaceAll('\n', '<br>')}</p>`,
    `<p><button type="submit">${escapeHtml(texts.submit)}</button></p>`,
    '</form>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
