import type { ImportConsent, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { consentsOn, dropOptIn, recordConsent } from '../consents/index.ts'
import { importedContacts } from '../contacts/index.ts'
import { waitingFor } from './confirmation-store.ts'
import { rememberChanges } from './batch-store.ts'
import { gotByImport, rememberOptOuts } from './opt-outs-store.ts'
import { combineConsent, consentOf, decide } from './row-consent.ts'
import type { Reached, RowConsent } from './row-consent.ts'

/**
 * Where a plain no of these people ends something: where they agreed, or are asked, or are about to be; by what stands, and by the rows
 * of the batch that are not written yet. Who never agreed is not said to have withdrawn.
 */
export async function endsOf(
  tx: OrgTx,
  consent: ImportConsent,
  ids: readonly string[],
  unwritten: readonly Reached[] = [],
): Promise<ReadonlyMap<string, readonly Channel[]>> {
  const ends = new Map<string, Set<Channel>>()
  if (ids.length === 0) return new Map()
  const { channels, purpose } = decide(consent, null)
  const note = (id: string, channel: Channel) => ends.set(id, (ends.get(id) ?? new Set()).add(channel))
  for (const channel of channels)
    for (const each of await consentsOn(tx, ids, channel))
      if (each.purpose === purpose && each.status !== 'withdrawn') note(each.contactId, channel)
  for (const id of await waitingFor(tx, ids, purpose)) note(id, 'email')
  for (const { id, consent: own } of unwritten) {
    const { status } = decide(consent, own)
    for (const channel of status === 'granted' ? channels : status === 'confirm' ? (['email'] as const) : []) note(id, channel)
  }
  return new Map([...ends].map(([id, found]) => [id, [...found]]))
}

/** Who was found by the number is known by the e-mail address, too. */
export const byAddress = (people: readonly { email: string | null }[]) => people.map(({ email }) => ({ email, phone: null }))

interface NoRow {
  row: number
  values: { email: string | null; phone: string | null }
  consent: RowConsent | null
}

/** What rows say that are left out: nothing but the no of people who are known, by the e-mail address or else by the number. */
export async function applyOptOuts(
  platform: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  { settings: { consent }, by, rows }: { settings: ImportSettings; by: importedContacts.MadeBy; rows: readonly NoRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const byEmail = await importedContacts.lockByEmail(
    tx,
    rows.flatMap(({ values }) => values.email ?? []),
  )
  const byPhone = await importedContacts.lockByPhone(
    tx,
    rows.flatMap(({ values }) => (values.email ? [] : (values.phone ?? []))),
  )
  const found = rows.flatMap(({ row, values, consent: own }) => {
    const known = values.email ? byEmail.get(values.email) : byPhone.get(values.phone ?? '')
    return known ? [{ id: known.id, email: known.email, phone: known.phone, importId: known.importId, row, consent: own }] : []
  })
  await rememberOptOuts(platform, tx, by.importId, byAddress(found))
  const ends = await endsOf(
    tx,
    consent,
    found.map(({ id }) => id),
  )
  await recordOptOuts(
    tx,
    found.map((each) => ({ ...each, ends: ends.get(each.id) ?? [] })),
    consent,
    by,
  )
}

/** The no of people whose rows are not written, or stand above it. */
async function recordOptOuts(
  tx: OrgTx,
  people: readonly (Reached & { importId: string | null })[],
  consent: ImportConsent,
  by: importedContacts.MadeBy,
): Promise<void> {
  const { entries } = consentOf(people, consent, by)
  await dropOptIn(tx, by.importId, entries)
  await recordConsent(tx, entries)
  // The undo covers the contacts that the import created, and these.
  const ended = new Set(entries.map(({ contactId }) => contactId))
  const known = people.filter(({ id, importId }) => ended.has(id) && importId !== by.importId)
  await rememberChanges(tx, by.importId, new Map(known.map(({ id }) => [id, {}])))
}

/** The numbers of these rows; `isOwn`: the no came by it alone. */
function numbersOf(rows: readonly NoRow[]): Map<string, Pick<NoRow, 'row' | 'consent'> & { isOwn: boolean }> {
  const numbers: ReturnType<typeof numbersOf> = new Map()
  for (const { row, values, consent } of rows) {
    if (!values.phone) continue
    const known = numbers.get(values.phone)
    const isOwn = values.email === null || known?.isOwn === true
    numbers.set(values.phone, { row: known?.row ?? row, consent: combineConsent(known?.consent ?? null, consent), isOwn })
  }
  return numbers
}

/**
 * The opt-out of a phone number also ends consents that earlier rows of this import gave for it, if the opt-out had no email address or
 * the contact has none. Consents from elsewhere stay.
 */
export async function applyOptOutsToOthers(
  tx: OrgTx,
  { settings: { consent }, by, rows }: { settings: ImportSettings; by: importedContacts.MadeBy; rows: readonly NoRow[] },
): Promise<void> {
  const numbers = numbersOf(rows)
  if (numbers.size === 0) return
  const [own, others] = [true, false].map((isOwn) => [...numbers.keys()].filter((phone) => numbers.get(phone)?.isOwn === isOwn))
  const held = await importedContacts.lockWithNumbers(tx, { own: own ?? [], others: others ?? [] })
  const ids = held.map(({ id }) => id)
  const got = await gotByImport(tx, by.importId, ids, decide(consent, null).purpose)
  const ended = held.flatMap((person) => {
    const ends = got.filter(({ contactId }) => contactId === person.id).map(({ channel }) => channel)
    const no = numbers.get(person.phone ?? '')
    return no && ends.length > 0 ? [{ ...person, row: no.row, consent: { ...no.consent, status: 'no' as const }, ends }] : []
  })
  await recordOptOuts(tx, ended, consent, by)
}
