import { expect, test } from 'vitest'
import { followedByText, usualConsent } from './usual-consent.ts'

const asker = {
  organization: 'Hafen & Co',
  purposes: [
    { key: 'news', name: 'Neuigkeiten' },
    { key: 'offers', name: 'Angebote' },
  ],
}

test("generates the consent text with sender and purposes in the form's language", () => {
  expect(usualConsent({ language: 'de', purposes: ['news'] }, asker)).toBe(
    'Ja, Hafen & Co darf mir E-Mails zu „Neuigkeiten“ schreiben. Ich kann das jederzeit über den Link in jeder Nachricht beenden.',
  )
  expect(usualConsent({ language: 'en', purposes: ['news', 'offers'] }, asker)).toContain(
    'what I have chosen above (Neuigkeiten, Angebote)',
  )
  expect(usualConsent({ language: '', purposes: [] }, asker)).toMatch(/^Yes, Hafen & Co may write to me by email\./)
})

test('updates the consent text with language and purposes until it is edited', () => {
  const values = { language: '' as const, purposes: ['news'] }
  const consentText = usualConsent(values, asker)
  const german = followedByText({ ...values, consentText }, { language: 'de' as const }, asker)
  expect(german.consentText).toMatch(/^Ja, .*„Neuigkeiten“/)
  const both = followedByText({ ...values, consentText: '', ...german }, { purposes: ['news', 'offers'] }, asker)
  expect(both.consentText).toMatch(/^Ja, .*Neuigkeiten, Angebote/)
  expect(followedByText({ ...values, consentText: 'My own words' }, { language: 'fr' as const }, asker)).toEqual({ language: 'fr' })
})
