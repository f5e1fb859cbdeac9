import { isDeepStrictEqual } from 'node:util'
import type { DedupeRule, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeNumbers, dropOptIn, recordConsent, returnWithdrawals } from '../consents/index.ts'
import { importedContacts, readTags } from '../contacts/index.ts'
import { insertConfirmationRequests } from './confirmation-store.ts'
import { insertMembers, rememberChanges } from './batch-store.ts'
import type { FieldChanges } from './batch-store.ts'
import { byAddress, endsOf } from './apply-opt-outs.ts'
import { applyEarlierOptOuts, rememberOptOuts } from './opt-outs-store.ts'
import type { RowValues } from './read-row.ts'
import { combineConsent, consentOf, decide, isOptOut } from './row-consent.ts'
import type { Reached, RowConsent } from './row-consent.ts'

export interface GoodRow {
  row: number
  values: RowValues
  consent: RowConsent | null
}

export interface BatchOutcome {
  created: number
  updated: number
  skipped: number
  /** People who are to be asked by letter, and who were not long ago. */
  waiting: number
  unasked: number
}

export const nothingDone: BatchOutcome = { created: 0, updated: 0, skipped: 0, waiting: 0, unasked: 0 }

/** Rows of one file about one person: their values together, as the rule has it, and how many they are. */
interface Entry extends GoodRow {
  count: number
}

type Hash = Platform['hashAddress']

/** The first values with the second ones over them (`update`), or only in their gaps (`fill`); tags are united. */
function combine(rule: DedupeRule, first: RowValues, second: RowValues): RowValues {
  const [under, over] = rule === 'fill' ? [second, first] : [first, second]
  return {
    email: over.email ?? under.email,
    phone: over.phone ?? under.phone,
    firstName: over.firstName || under.firstName,
    lastName: over.lastName || under.lastName,
    locale: over.locale ?? under.locale,
    timeZone: over.timeZone ?? under.timeZone,
    tags: unite(first.tags, second.tags),
    custom: { ...under.custom, ...over.custom },
  }
}

/** Both, the first ones first, as many as a contact may have. */
function unite(first: readonly string[], second: readonly string[]): string[] {
  if (second.length === 0) return [...first]
  const known = new Set(first.map((tag) => tag.toLowerCase()))
  return readTags([...first, ...second.filter((tag) => !known.has(tag.toLowerCase()))]).slice(0, Math.max(contactLimits.tags, first.length))
}

function fold(rows: readonly GoodRow[], key: 'email' | 'phone', rule: DedupeRule): Entry[] {
  const entries = new Map<string, Entry>()
  for (const { row, values, consent } of rows) {
    const address = values[key] ?? ''
    const known = entries.get(address)
    if (!known) entries.set(address, { row, values, consent, count: 1 })
    else {
      known.count += 1
      // Whichever rule: a no is never passed over.
      if (rule === 'skip' && !isOptOut(consent)) continue
      if (rule !== 'skip') known.values = combine(rule, known.values, values)
      known.consent = combineConsent(known.consent, consent)
    }
  }
  return [...entries.values()]
}

/** Whether a row of a known contact counts beyond its data: it asks for confirmation or opts out. */
const isHeeded = ({ dedupe, consent }: ImportSettings, entry: Entry): boolean =>
  dedupe !== 'skip' || ['confirm', 'no', 'withdrawn'].includes(decide(consent, entry.consent).status)

const hexOf = (hash: Hash, address: string | null) => (address ? hash(address).toString('hex') : null)

const toNewRow = (hash: Hash, { row, values }: Entry, tags: readonly string[]): importedContacts.NewRow => ({
  ...values,
  tags: unite(values.tags, tags),
  id: newId(),
  eventId: newId(),
  emailHash: hexOf(hash, values.email),
  phoneHash: hexOf(hash, values.phone),
  row,
})

const plainFields = ['phone', 'firstName', 'lastName', 'locale', 'timeZone'] as const

/** What becomes of a contact that is known, and what changes by that. */
function applyTo(
  known: importedContacts.StoredContact,
  { values }: Entry,
  { dedupe, tags }: ImportSettings,
): { after: importedContacts.StoredContact; changes: FieldChanges } {
  if (dedupe === 'skip') return { after: known, changes: {} }
  const after = { ...known, ...pickOver(known, combine(dedupe, known, { ...values, tags: unite(values.tags, tags) })) }
  const changes: FieldChanges = {}
  for (const field of plainFields) if (after[field] !== known[field]) changes[field] = [known[field], after[field]]
  // Not by their number: where two spellings of one tag become one, a new one leaves it as it was.
  if (!isDeepStrictEqual(after.tags, known.tags)) changes['tags'] = [known.tags, after.tags]
  for (const [key, value] of Object.entries(after.custom))
    if (value !== known.custom[key]) changes[`custom.${key}`] = [known.custom[key] ?? null, value]
  return { after, changes }
}

/** The address that found the contact stays as it is. */
const pickOver = (known: importedContacts.StoredContact, values: RowValues): RowValues => ({ ...values, email: known.email })

interface Match {
  entry: Entry
  known: importedContacts.StoredContact
}

async function changeKnown(
  hash: Hash,
  tx: OrgTx,
  settings: ImportSettings,
  { matches, ends }: { matches: readonly Match[]; ends: Awaited<ReturnType<typeof endsOf>> },
  by: importedContacts.MadeBy,
): Promise<{ reached: Reached[]; updated: number; skipped: number }> {
  const rows: importedContacts.ChangedRow[] = []
  const reached: Reached[] = []
  const remembered = new Map<string, FieldChanges>()
  let updated = 0
  let skipped = 0
  for (const { entry, known } of matches) {
    const { after, changes } = applyTo(known, entry, settings)
    const changed = Object.keys(changes)
    const { status } = decide(settings.consent, entry.consent)
    const person = {
      id: known.id,
      email: after.email,
      phone: after.phone,
      row: entry.row,
      consent: entry.consent,
      ends: ends.get(known.id) ?? [],
    }
    const saysNothing = status === 'none' || (status === 'no' && person.ends.length === 0)
    // A contact that the rule leaves unchanged only gets a confirmation request, or is skipped.
    if (changed.length === 0 && (saysNothing || (settings.dedupe === 'skip' && status === 'confirm'))) {
      skipped += entry.count
      if (status === 'confirm') reached.push(person)
      continue
    }
    updated += entry.count
    reached.push(person)
    rows.push({ ...after, eventId: newId(), phoneHash: hexOf(hash, after.phone), row: entry.row, changed })
    // The undo erases contacts that this import created.
    if (known.importId !== by.importId) remembered.set(known.id, changes)
  }
  const before = matches.map(({ known }) => known)
  await changeNumbers({ hashAddress: hash }, tx, { before, after: rows, how: by }, () => importedContacts.updateContacts(tx, rows, by))
  await rememberChanges(tx, by.importId, remembered)
  return { reached, updated, skipped }
}

/**
 * Writes the valid rows of a batch with a fixed number of statements. Contacts are matched by email address, and rows without one by
 * phone number; rows of the same file about one person count as known ones.
 */
export async function writeBatch(
  { hashAddress }: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  { settings, by, rows }: { settings: ImportSettings; by: importedContacts.MadeBy; rows: readonly GoodRow[] },
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { ...nothingDone }
  const reached: Reached[] = []
  const settle = async (entries: readonly Entry[], found: ReadonlyMap<string, importedContacts.StoredContact>, key: 'email' | 'phone') => {
    const matches = entries.flatMap((entry) => {
      const known = isHeeded(settings, entry) ? found.get(entry.values[key] ?? '') : undefined
      return known ? [{ entry, known }] : []
    })
    // Who was there a moment ago and is erased by now: nothing is written about them.
    outcome.skipped += entries.reduce((sum, entry) => sum + entry.count, 0) - matches.reduce((sum, { entry }) => sum + entry.count, 0)
    const refusing = matches.filter(({ entry }) => isOptOut(entry.consent))
    await rememberOptOuts({ hashAddress }, tx, by.importId, byAddress(refusing.map(({ known }) => known)))
    const plain = refusing.filter(({ entry }) => entry.consent?.status === 'no').map(({ known }) => known.id)
    const ends = await endsOf(tx, settings.consent, plain, reached)
    const done = await changeKnown(hashAddress, tx, settings, { matches, ends }, by)
    outcome.updated += done.updated
    outcome.skipped += done.skipped
    reached.push(...done.reached)
  }
  const make = async (entries: readonly Entry[]): Promise<Entry[]> => {
    const wanted = entries.map((entry) => ({ entry, row: toNewRow(hashAddress, entry, settings.tags) }))
    const made = await importedContacts.insertContacts(
      tx,
      wanted.map(({ row }) => row),
      by,
    )
    const rowsMade = wanted.filter(({ row }) => made.has(row.id)).map(({ row }) => row)
    await returnWithdrawals({ hashAddress }, tx, rowsMade)
    const left: Entry[] = []
    for (const { entry, row } of wanted) {
      if (!made.has(row.id)) {
        left.push(entry)
        continue
      }
      reached.push({ id: row.id, email: row.email, phone: row.phone, row: row.row, consent: entry.consent })
      outcome.created += 1
      outcome[settings.dedupe === 'skip' ? 'skipped' : 'updated'] += entry.count - 1
    }
    return left
  }
  const byEmail = fold(
    rows.filter(({ values }) => values.email),
    'email',
    settings.dedupe,
  )
  const known = await make(byEmail)
  const held = await importedContacts.lockByEmail(
    tx,
    known.filter((entry) => isHeeded(settings, entry)).map(({ values }) => values.email ?? ''),
  )
  await settle(known, held, 'email')
  const byPhone = fold(
    rows.filter(({ values }) => !values.email),
    'phone',
    settings.dedupe,
  )
  const owners = await importedContacts.lockByPhone(
    tx,
    byPhone.map(({ values }) => values.phone ?? ''),
  )
  const isKnown = ({ values }: Entry) => owners.has(values.phone ?? '')
  await make(byPhone.filter((entry) => !isKnown(entry)))
  await settle(byPhone.filter(isKnown), owners, 'phone')
  const isOther = ({ importId }: importedContacts.StoredContact) => importId !== by.importId
  await insertMembers(tx, by.importId, {
    // Who is left alone was mostly not read.
    emails: settings.dedupe === 'skip' ? known.map(({ values }) => values.email ?? '') : [],
    ids: [...held.values(), ...owners.values()].filter(isOther).map(({ id }) => id),
  })
  const { people, unasked } = await applyEarlierOptOuts({ hashAddress }, tx, { importId: by.importId, consent: settings.consent }, reached)
  const { entries, asks } = consentOf(people, settings.consent, by)
  await dropOptIn(tx, by.importId, entries)
  await recordConsent(tx, entries)
  const request = await insertConfirmationRequests(tx, by.importId, asks)
  return { ...outcome, waiting: request.waiting, unasked: request.unasked + unasked }
}
