import { expect, test } from 'vitest'
import { readSeparated } from '../../platform/text/read-table.ts'
import { phoneReader } from '../contacts/index.ts'
import { guessFieldType, makeRowReader } from './read-row.ts'
import { recogniseColumns, recogniseTitleRows } from './recognise-layout.ts'

/** The people of a list as its columns are recognised. */
async function peopleIn(...lines: string[]) {
  const [head = [], ...rows] = readSeparated(lines.join('\r\n'), 100).map(({ cells }) => cells)
  const { read } = makeRowReader(recogniseColumns(head, rows, []), { fields: [], readPhone: await phoneReader('DE') })
  return rows.map((cells) => read(cells).values)
}

test('a column of names beside one of first or last names is the other name', async () => {
  const lists: [head: string, row: string, firstName: string, lastName: string][] = [
    ['Name;Vorname', 'Müller;Eva', 'Eva', 'Müller'],
    ['Nom;Prénom', 'Dupont;Jean', 'Jean', 'Dupont'],
    ['Prénom;Nom', 'Jean;de la Fontaine', 'Jean', 'de la Fontaine'],
    ['Naam;Voornaam', 'van der Berg;Jan', 'Jan', 'van der Berg'],
    ['Nome;Cognome', 'Anna Maria;Rossi', 'Anna Maria', 'Rossi'],
    ['Name;Last name', 'Ada Maria;Lovelace', 'Ada Maria', 'Lovelace'],
    // The whole name stands in its column as well.
    ['Name;First name', 'Ada King Lovelace;Ada', 'Ada', 'King Lovelace'],
    ['Name;First name', 'Lovelace, Ada;Ada', 'Ada', 'Lovelace'],
    ['Full name;Last name', 'Ada Lovelace;Lovelace', 'Ada', 'Lovelace'],
    ['Full name;First name;Last name', 'Ada Lovelace;Ada;Lovelace', 'Ada', 'Lovelace'],
    // A row without a first name.
    ['Name;Vorname', 'Bäckerei Ott;', '', 'Bäckerei Ott'],
    ['Name;Vorname;Nachname', 'Eva Ott;;', 'Eva', 'Ott'],
    ['Name', 'Eva Maria Ott', 'Eva Maria', 'Ott'],
  ]
  for (const [head, row, firstName, lastName] of lists) {
    const [person] = await peopleIn(`${head};E-Mail`, `${row};a@names.example`)
    expect([head, person?.firstName, person?.lastName]).toEqual([head, firstName, lastName])
  }
})

test('lists of Google, Mailchimp, Italian and Dutch programs name their columns and tags', async () => {
  const google = await peopleIn(
    'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value',
    'Ada,Lovelace,* myContacts ::: Newsletter,Home,ada@names.example,other@names.example,Mobile,0170 1234567',
    'Bob,Ross,* myContacts,Home,,bob@names.example,Mobile,0170 1234568',
  )
  expect(google).toMatchObject([
    { email: 'ada@names.example', phone: '+491701234567', tags: ['myContacts', 'Newsletter'] },
    { email: null, phone: '+491701234568', tags: ['myContacts'] },
  ])
  expect(await peopleIn('Email Address,First Name,TAGS', 'a@names.example,Ann,"""vip"",""news 2026"""')).toMatchObject([
    { tags: ['vip', 'news 2026'] },
  ])
  expect(await peopleIn('Nome;Cognome;Indirizzo e-mail;Cellulare', 'Luca;Rossi;l@names.example;+39 333 1234567')).toMatchObject([
    { firstName: 'Luca', lastName: 'Rossi', email: 'l@names.example', phone: '+393331234567' },
  ])
  expect(await peopleIn('Voornaam;Achternaam;E-mailadres;Mobiel', 'Jan;Berg;j@names.example;+31 6 12345678')).toMatchObject([
    { firstName: 'Jan', lastName: 'Berg', email: 'j@names.example', phone: '+31612345678' },
  ])
})

test('a no of a list is one, in whatever words programs say it', () => {
  const columns = (name: string, ...values: string[]) =>
    recogniseColumns(
      ['email', name],
      values.map((value, at) => [`a${at}@names.example`, value]),
      [],
    )
  expect(columns('Iscrizione newsletter', 'iscritto', 'disiscritto')).toEqual(['email', 'consentStatus'])
  // One value that is no status is the mistake of its row, and hides no other.
  expect(columns('Subscriber status', 'Subscribed', 'Unsubscribed', 'Never subscribed', 'Bounced')).toEqual(['email', 'consentStatus'])
  expect(columns('Status', 'subscribed', 'unsubscribed')).toEqual(['email', 'consentStatus'])
  expect(columns('Status', 'active', 'cancelled')).toEqual(['email', 'ignore'])
  expect(columns('Werbung erlaubt', 'ja', 'nein')).toEqual(['email', 'consentStatus'])
  expect(columns('Nieuwsbrief', 'ja', 'nee')).toEqual(['email', 'consentStatus'])
})

test('postcodes are no numbers, whatever they begin with', () => {
  expect(guessFieldType(['10115', '80331'], 'PLZ').type).toBe('text')
  expect(guessFieldType(['10115', '01067']).type).toBe('text')
  expect(guessFieldType(['10115', '80331'], 'Punkte').type).toBe('number')
})

test('a title merged over the whole table is no head', () => {
  const title = Array.from({ length: 4 }, () => 'Kunden 2026')
  const rows = [title, ['Name', 'Vorname', 'E-Mail', 'Ort'], ['Ott', 'Eva', 'eva@names.example', 'Ulm']]
  const titleRowsOf = (cells: string[][]) =>
    recogniseTitleRows(
      cells.map((each, at) => ({ row: at + 1, cells: each })),
      [],
    )
  expect([titleRowsOf(rows), titleRowsOf(rows.slice(1))]).toEqual([1, 0])
})

test('below "Unsubscribed" a yes or a day is a no, and any other answer says nothing', async () => {
  const { read } = makeRowReader(['email', 'consentStatus', 'consentOptOut'], { fields: [], readPhone: await phoneReader('DE') })
  const said = (...cells: string[]) => {
    const { consent, errors } = read(['a@names.example', ...cells])
    return errors.length > 0 ? errors.map(({ path }) => path) : consent
  }
  expect(said('', 'yes')).toEqual({ status: 'withdrawn' })
  expect(said('', 'opted out')).toEqual({ status: 'withdrawn' })
  expect(said('', '2026-02-01')).toEqual({ status: 'withdrawn', at: new Date('2026-02-01T00:00:00Z') })
  for (const text of ['no', '0', '-', 'subscribed']) expect(said('', text)).toEqual({})
  expect(said('yes', 'true')).toEqual({ status: 'withdrawn' })
  expect(said('yes', 'false')).toEqual({ status: 'granted' })
  expect(said('', 'perhaps')).toEqual(['consentOptOut'])
})
