import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { consentTargets, importDateOrders } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportConsent, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { isCode, isCodeColumn } from '../../platform/text/code-column.ts'
import { readTableCell } from '../../platform/text/recognise-table.ts'
import { addressInCell } from '../../platform/mail/address-in-cell.ts'
import type { FieldError } from '../../platform/errors.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import { isTimeZone } from '../consents/index.ts'
import { faultOfValue, readLocale, readTags } from '../contacts/index.ts'
import type { CustomValue, ReadPhone, importedContacts } from '../contacts/index.ts'
import { isTwoDays, readDay } from '../../platform/text/read-day.ts'
import type { DateOrder } from '../../platform/text/read-day.ts'
import { decimalSignOf, readNumber } from '../../platform/text/read-number.ts'
import type { DecimalSign } from '../../platform/text/read-number.ts'
import { faultOfConsent, isAhead, isOptOutOfValue, momentOf, noOf, statusOfValue, yes } from './row-consent.ts'
import type { RowConsent } from './row-consent.ts'

/** What a row says; empty where it says nothing. */
export type RowValues = importedContacts.ImportedValues

export interface RowReader {
  columns: readonly ImportTarget[]
  /** Reads the cells of one row. `errors` names targets; `no`: what counts of the row although they leave it out. */
  read(cells: readonly string[]): { values: RowValues; consent: RowConsent | null; errors: FieldError[]; no: RowConsent | null }
}

// oxlint-disable-next-line no-control-regex -- what `line` of the contract refuses too
const notInLines = /[\u0000-\u001f\u007f]/
// oxlint-disable-next-line no-control-regex -- what `text` refuses: a field of one's own may have line ends
const notInTexts = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const unreadable = '\ufffd'
/** Marks without a width that come along when addresses and numbers are copied: of direction, of joining, of order. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const nameLength = 100
const sourceLength = 500

const no = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'non', 'nee', 'いいえ'])

/** How the values of a column are written that others write in another way. */
interface Written {
  dateOrder?: DateOrder | undefined
  decimalSign?: DecimalSign | null | undefined
}

/** @returns what a text says as a value of the field, and what is wrong with it; null where nothing is. */
function readValue(
  field: Pick<ContactField, 'type' | 'choices'>,
  text: string,
  { dateOrder, decimalSign }: Written,
): { value: CustomValue; fault: Text | null } {
  if (field.type === 'number') {
    const read = readNumber(text, decimalSign ?? null)
    if ('fault' in read) return { value: text, fault: read.fault ?? faultOfValue(field, text) }
    return { value: read.value, fault: faultOfValue(field, read.value) }
  }
  const value = field.type === 'date' ? readDay(text, dateOrder) : plainValue(field, text)
  return { value, fault: field.type === 'date' && isTwoDays(text, dateOrder) ? messages.twoDays : faultOfValue(field, value) }
}

function plainValue(field: Pick<ContactField, 'type' | 'choices'>, text: string): CustomValue {
  if (field.type === 'choice') return field.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text
  if (field.type === 'text') return text
  const consents = text.toLowerCase()
  return yes.has(consents) ? true : no.has(consents) ? false : text
}

/** Of values that are a type's, so that the others are mistakes and not another kind of data. */
const majority = 0.9

interface GuessedField {
  type: ContactField['type']
  /** Places of the values that do not fit. */
  outliers: number[]
}

const placesWhere = (values: readonly string[], is: (text: string) => boolean): number[] =>
  values.flatMap((text, at) => (text !== '' && is(text) ? [at] : []))

/** What values would be as a field of the organization's own: the type that most of them have, else text. Empty ones say nothing. */
export function guessFieldType(values: readonly string[], head = ''): GuessedField {
  const filled = values.filter((text) => text !== '')
  const decimalSign = decimalSignOf(filled)
  const misfits = (type: ContactField['type'], dateOrder?: DateOrder) =>
    placesWhere(values, (text) => readValue({ type, choices: [] }, text, { dateOrder, decimalSign }).fault !== null)
  const isMost = (outliers: readonly number[]) => filled.length - outliers.length >= filled.length * majority
  if (filled.length === 0) return { type: 'text', outliers: [] }
  // Ones and noughts alone may as well be counted.
  const noBooleans = misfits('boolean')
  if (isMost(noBooleans) && !filled.every((text) => /^[01]$/.test(text))) return { type: 'boolean', outliers: noBooleans }
  const noNumbers = misfits('number')
  if (isMost(noNumbers) && !isCodeColumn(head) && !filled.some(isCode)) return { type: 'number', outliers: noNumbers }
  const [noDays = []] = importDateOrders.map((order) => misfits('date', order)).toSorted((a, b) => a.length - b.length)
  return isMost(noDays) && noDays.length < filled.length ? { type: 'date', outliers: noDays } : { type: 'text', outliers: [] }
}

/** "Lovelace, Ada", "Ada King Lovelace", "Ada": the last word is the last name, a comma turns them round. */
function splitName(name: string): [string, string] {
  const [last, first, ...rest] = name.split(',').map((part) => part.trim())
  if (first && last && rest.length === 0) return [first, last]
  const at = name.lastIndexOf(' ')
  return at < 0 ? [name, ''] : [name.slice(0, at).trim(), name.slice(at + 1)]
}

/** What is left of a whole name without the part that has a column of its own; null where it does not begin or end with it. */
function restOfName(name: string, part: string): string | null {
  const [whole, known] = [name.toLowerCase(), part.toLowerCase()]
  if (known === '') return null
  if (whole === known) return ''
  if (whole.startsWith(`${known} `) || whole.startsWith(`${known},`)) return name.slice(part.length).replace(/^[\s,]+/, '')
  const ends = whole.endsWith(` ${known}`) || whole.endsWith(`,${known}`)
  return ends ? name.slice(0, name.length - part.length).replace(/[\s,]+$/, '') : null
}

/**
 * First and last name of a row with a column of names. "Name; Vorname" is how half of Europe heads family and given name: beside a column
 * of the one alone, what the name does not share with it is the other.
 */
function namesOf(name: string, own: { firstName: string; lastName: string }, columns: readonly ImportTarget[]): [string, string] {
  const { firstName, lastName } = own
  if (name === '' || (firstName && lastName)) return [firstName, lastName]
  const [hasFirst, hasLast] = [columns.includes('firstName'), columns.includes('lastName')]
  if (firstName || (hasFirst && !hasLast)) return [firstName, restOfName(name, firstName) ?? name]
  return lastName || hasLast !== hasFirst ? [restOfName(name, lastName) ?? name, lastName] : splitName(name)
}

/** Remembers what was read: a list has few languages and zones, and many rows. */
function remember<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = read(text)
    if (known.size < 2_000) known.set(text, value)
    return value
  }
}

const canonicalLocale = (text: string): string | null => {
  try {
    return text.length <= 35 ? readLocale(text.replaceAll('_', '-')) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type ReadCell = (text: string, values: RowValues, consent: RowConsent) => Text | null

const readName =
  (key: 'firstName' | 'lastName'): ReadCell =>
  (text, values) => {
    if (text.length > nameLength) return message('Must be at most {max} characters', { max: nameLength })
    values[key] = text
    return null
  }

/** Between tags, and what stands around one: Google divides by ":::" and marks its own with a star, Mailchimp writes each in quotes. */
const betweenTags = /:::|[,;|]/
const aroundTags = /^\s*(?:\* )?"?\s*|\s*"?\s*$/g

function tagsReader(): ReadCell {
  const split = remember((text: string) => readTags(text.split(betweenTags).flatMap((tag) => tag.replaceAll(aroundTags, '') || [])))
  return (text, values) => {
    const tags = split(text)
    if (tags.some((tag) => tag.length > contactLimits.tagLength))
      return message('A tag must be at most {max} characters', { max: contactLimits.tagLength })
    values.tags = values.tags.length ? readTags([...values.tags, ...tags]) : tags
    return values.tags.length > contactLimits.tags ? message('Must have at most {max} tags', { max: contactLimits.tags }) : null
  }
}

function customReader(field: ContactField | undefined, key: string, written: Written): ReadCell {
  if (!field) return () => message('There is no field "{field}"', { field: key })
  return (text, values) => {
    const { value, fault } = readValue(field, text, written)
    if (!fault) values.custom[key] = value
    return fault
  }
}

const messages = {
  number: 'Not a phone number. Write it with + and the country, such as +44 20 7946 0958.',
  nationalNumber:
    'Not a phone number. Write it with + and the country, such as +44 20 7946 0958, or enter the country of your organization in its settings.',
  twoDays: 'Ambiguous date. Choose whether dates start with the day or the month, or write 2026-01-31.',
}

function cellReaders(
  readPhone: ReadPhone,
  dateOrder: DateOrder | undefined,
): Record<Exclude<ImportTarget, `custom:${string}`>, ReadCell | null> {
  const locale = remember(canonicalLocale)
  const zone = remember(isTimeZone)
  return {
    ignore: null,
    email: (text, values) => {
      values.email = parseEmailAddress(addressInCell(text.replace(unseen, '')))?.toLowerCase() ?? null
      return values.email ? null : 'Invalid email address'
    },
    phone: (text, values) => {
      values.phone = readPhone(text.replace(unseen, ''))
      return values.phone ? null : readPhone.hasCountry === false ? messages.nationalNumber : messages.number
    },
    firstName: readName('firstName'),
    lastName: readName('lastName'),
    // Read with the other cells of the row.
    name: () => null,
    locale: (text, values) => {
      values.locale = locale(text)
      return values.locale ? null : 'Enter a language code such as "en" or "pt-BR"'
    },
    timeZone: (text, values) => {
      values.timeZone = text
      return zone(text) ? null : 'Not a time zone, such as "Europe/Berlin"'
    },
    tags: tagsReader(),
    consentStatus: (text, _values, consent) => {
      const status = statusOfValue(text)
      // A no of another column stays.
      if (status && consent.status !== 'withdrawn') consent.status = status
      return status ? null : 'Not a status of consent, such as "granted", "confirm", "none" or "withdrawn"'
    },
    consentOptOut: (text, _values, consent) => {
      const at = momentOf(text, readDay(text, dateOrder))
      const isOut = at === null ? isOptOutOfValue(text) : true
      if (isOut) consent.status = 'withdrawn'
      // The day on which they left stands in some lists instead of a yes.
      if (at && !isAhead(at)) consent.at = at
      return isOut === null ? 'Must be yes or no' : null
    },
    consentSource: (text, _values, consent) => {
      consent.source = text
      return text.length <= sourceLength ? null : message('Must be at most {max} characters', { max: sourceLength })
    },
    consentDate: (text, _values, consent) => {
      const at = momentOf(text, readDay(text, dateOrder))
      if (at) consent.at = at
      if (!at) return isTwoDays(text, dateOrder) ? messages.twoDays : 'Must be a day, such as 2026-01-31'
      return isAhead(at) ? 'This day is in the future' : null
    },
  }
}

const isCustom = (target: ImportTarget): target is `custom:${string}` => target.startsWith('custom:')

interface ReadBy {
  fields: readonly ContactField[]
  readPhone: ReadPhone
  dateOrder?: DateOrder | undefined
  /** By column, of those with numbers. */
  decimalSigns?: readonly (DecimalSign | null)[]
  consent?: ImportConsent
}

/** Reads rows by the columns that were chosen. A row with anything wrong in it is left out as a whole but for its no, and says what. */
export function makeRowReader(
  columns: readonly ImportTarget[],
  { fields, readPhone, dateOrder, decimalSigns = [], consent: ofFile }: ReadBy,
): RowReader {
  const builtIn = cellReaders(readPhone, dateOrder)
  const readers = columns.map((target, index) => {
    if (!isCustom(target)) return builtIn[target]
    const key = target.slice('custom:'.length)
    return customReader(
      fields.find((field) => field.key === key),
      key,
      { dateOrder, decimalSign: decimalSigns[index] },
    )
  })
  const hasConsentColumn = consentTargets.some((each) => columns.includes(each))
  const nameAt = columns.indexOf('name')
  const readNames = (cells: readonly string[], values: RowValues): Text | null => {
    const [firstName, lastName] = namesOf(readTableCell(cells[nameAt] ?? ''), values, columns)
    Object.assign(values, { firstName, lastName })
    const isLong = firstName.length > nameLength || lastName.length > nameLength
    return isLong ? message('Must be at most {max} characters', { max: nameLength }) : null
  }
  const read = (cells: readonly string[]) => {
    const errors: FieldError[] = []
    const consent: RowConsent = {}
    const values: RowValues = {
      email: null,
      phone: null,
      firstName: '',
      lastName: '',
      locale: null,
      timeZone: null,
      tags: [],
      custom: {},
    }
    for (const [index, reader] of readers.entries()) {
      const text = readTableCell(cells[index] ?? '')
      if (!reader || !text) continue
      const fault = (isCustom(columns[index] ?? 'ignore') ? notInTexts : notInLines).test(text)
        ? 'Contains characters that are not allowed'
        : text.includes(unreadable)
          ? 'Contains characters that cannot be read: choose another encoding'
          : reader(text, values, consent)
      if (fault) errors.push({ path: columns[index] ?? '', ...worded(fault) })
    }
    if (!errors.some(({ path }) => path === 'name')) {
      const fault = readNames(cells, values)
      if (fault) errors.push({ path: 'name', ...worded(fault) })
    }
    // Which value belongs to which column is ambiguous then.
    const isShifted = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim())
    if (errors.length === 0 && isShifted)
      errors.push({
        path: '',
        ...message('The row has {count} values, but the file has {columns} columns', { count: cells.length, columns: columns.length }),
      })
    if (errors.length === 0 && !values.email && !values.phone)
      errors.push({ path: columns.includes('email') ? 'email' : 'phone', message: 'Enter an email address or a phone number' })
    const fault = hasConsentColumn && ofFile && errors.length === 0 ? faultOfConsent(ofFile, consent) : null
    if (fault) errors.push({ path: 'consentSource', message: fault })
    const faults = errors.map(({ path }) => path)
    const no = faults.length > 0 && !isShifted ? noOf(consent, faults) : null
    return { values, consent: hasConsentColumn ? consent : null, errors, no }
  }
  return { columns, read }
}
