import { describe, expect, test } from 'vitest'
import { readKeyword, isStopByMail, writeReply } from './keywords.ts'

describe('words that a whole message consists of', () => {
  test.each([
    ...(['STOP', 'stop', ' Stop. ', 'STOP!', '"stop"', 'Stop please', 'STOPALL', 'unsubscribe', 'ＳＴＯＰ', 'opt-out'] as const),
    ...(['BAJA', 'Arrêt', 'ARRET', 'désabonner', 'Stopp', 'abmelden bitte', '停止', '配信停止', 'ストップ', 'ｽﾄｯﾌﾟ'] as const),
  ])('%s is STOP', (text) => expect(readKeyword(text)?.keyword).toBe('stop'))
  test.each(['START', 'unstop', 'iniciar', 'Démarrer', 'starten', '再開'])('%s is START', (text) =>
    expect(readKeyword(text)?.keyword).toBe('start'),
  )
  test.each(['HELP', 'info?', 'ayuda', 'aide', 'Hilfe', 'ヘルプ'])('%s is HELP', (text) => expect(readKeyword(text)?.keyword).toBe('help'))
  test.each([
    '',
    'stop by tomorrow',
    'Please do not stop',
    'the end of the month',
    'nonstop',
    'helpful',
    'I start on Monday',
    `stop${' '.repeat(200)}`,
  ])('"%s" is a message like any other', (text) => expect(readKeyword(text)).toBeNull())
})

describe('a mail that ends what it answers', () => {
  const says = (text: string, subject = 'Re: Spring news') => isStopByMail({ subject, text })
  test.each([
    'STOP',
    'Unsubscribe please\n',
    'Abmelden',
    'Stop\n\n-- \nAda Lovelace',
    'Stop.\n\nSent from my iPhone',
    'Stop\n\nInviato da iPhone',
    'STOP\n\nVerstuurd vanaf mijn iPhone',
    '配信停止',
  ])('%j does', (text) => expect(says(text)).toBe(true))
  test.each([
    'Outlook für iOS [https://aka.ms/o0ukef] beziehen',
    'Obtenir Outlook pour iOS',
    'Obtener Outlook para Android',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.',
    'Gesendet mit der GMX Mail App',
    'Sent with Proton Mail secure email.',
    'Envoyé avec la messagerie sécurisée Proton Mail.',
  ])('above %j, which phones and programs write by themselves', (below) => expect(says(`STOP\n\n${below}`)).toBe(true))
  test.each(['', 'Stop by tomorrow', 'START', 'Stop\n\nOutlook is broken', 'HELP', 'Stop\nI mean it', 'unsubscribe me from the dinner'])(
    '%j does not',
    (text) => expect(says(text)).toBe(false),
  )
  test('a mailto: address has a subject alone', () => {
    expect([says('', 'unsubscribe'), says('\nSent from my iPhone', 'Unsubscribe')]).toEqual([true, true])
    expect([says('', 'Re: unsubscribe'), says('', 'stop'), says('How are you?', 'unsubscribe')]).toEqual([false, false, false])
  })
})

test('the answer speaks the language of the word; an English one the language of the person', () => {
  const parts = { organization: 'Acme', help: '', locale: 'fr-CA' }
  expect(writeReply('stopped', { ...parts, language: 'de' })).toContain('abgemeldet')
  expect(writeReply('stopped', { ...parts, language: 'en' })).toContain('désabonné')
  expect(writeReply('stopped', { ...parts, language: 'en', locale: null })).toContain('Reply START')
  expect(writeReply('help', { ...parts, language: 'en', locale: 'en', help: 'Call +1 555 0100.' })).toBe(
    'Acme: Call +1 555 0100. Reply STOP to get no more messages.',
  )
})

test('what an organization is called cannot write the answer', () => {
  expect(writeReply('help', { language: 'en', locale: null, organization: '{help} $& Inc', help: '$1' })).toBe(
    '{help} $& Inc: $1 Reply STOP to get no more messages.',
  )
})
