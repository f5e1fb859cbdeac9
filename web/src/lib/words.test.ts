import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countMessage, message, noun } from '@imperium/contract/kit/message.ts'
import type { MessageValue } from '@imperium/contract/kit/message.ts'
import { loadTranslations } from './load-translations.ts'
import { currentLanguage, plural, preferredLanguage, rememberLanguage, speak, t, translateMessage, translateSentence } from './words.ts'

const stored = new Map<string, string>()
const page = { documentElement: { lang: 'en' } }
beforeEach(() => {
  stored.clear()
  page.documentElement.lang = 'en'
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  speak('en', {})
  vi.unstubAllGlobals()
})

describe('t', () => {
  test('uses English as the key, fills in values and keeps missing placeholders', () => {
    expect(t('Sign in')).toBe('Sign in')
    expect(t('{used} of {limit}', { used: '3 MB', limit: 0 })).toBe('3 MB of 0')
    expect(t('{used} of {limit}', { used: 1 })).toBe('1 of {limit}')
    expect(t('Press {key}')).toBe('Press {key}')
  })

  test('never reads a value as a name or a pattern', () => {
    expect(t('{a} {b}', { a: '{b}', b: '$&' })).toBe('{b} $&')
  })

  test('a translation may order the values anew; a missing one is English', () => {
    speak('de', { '{used} of {limit}': 'von {limit}: {used}' })
    expect(t('{used} of {limit}', { used: 1, limit: 2 })).toBe('von 2: 1')
    expect(t('Sign in')).toBe('Sign in')
    expect(currentLanguage()).toBe('de')
  })
})

describe('plural', () => {
  const agents = { one: '{count} agent', other: '{count} agents' }
  test('English has two forms, and writes the count as numbers are written', () => {
    expect([0, 1, 2, 1204].map((count) => plural(count, agents))).toEqual(['0 agents', '1 agent', '2 agents', '1,204 agents'])
  })

  test('each language has its own forms and its own rule', () => {
    speak('fr', { '{count} agents': { one: '{count} agent', many: '{count} d’agents', other: '{count} agents' } })
    expect([0, 1, 2, 1_000_000].map((count) => plural(count, agents).replaceAll('\u202f', ' '))).toEqual([
      '0 agent',
      '1 agent',
      '2 agents',
      '1 000 000 d’agents',
    ])
    speak('ja', { '{count} agents': { other: 'エージェント{count}件' } })
    expect([1, 2].map((count) => plural(count, agents))).toEqual(['エージェント1件', 'エージェント2件'])
  })

  test('a form that is missing falls back to the general one, a missing text to English', () => {
    speak('es', { '{count} agents': { other: '{count} agentes' } })
    expect(plural(1, agents)).toBe('1 agentes')
    speak('de', {})
    expect([plural(1, agents), plural(2000, agents)]).toEqual(['1 agent', '2.000 agents'])
  })

  test('the count can be written otherwise, and other values go along', () => {
    expect(plural(18_200, { one: '{count} run of {name}', other: '{count} runs of {name}' }, { count: '18.2K', name: 'Ada' })).toBe(
      '18.2K runs of Ada',
    )
  })
})

describe('translateMessage', () => {
  test('looks up a server message and keeps it if it is unknown', () => {
    speak('de', { 'Access denied.': 'Zugriff verweigert.' })
    expect(translateMessage('Access denied.')).toBe('Zugriff verweigert.')
    expect(translateMessage('Some other message')).toBe('Some other message')
    expect(translateMessage('')).toBe('')
  })

  test('words a message with values by its key', () => {
    const key = 'Your plan allows {agents} agents. The {plan} plan allows more.'
    const shown = message(key, { agents: 5_000, plan: 'Conqueror' })
    speak('de', { [key]: 'Mehr als {agents} Agenten erlaubt {plan}.' })
    expect(translateMessage(shown)).toBe('Mehr als 5.000 Agenten erlaubt Conqueror.')
    expect(translateMessage(shown.message), 'a finished sentence is not taken apart').toBe(shown.message)
    speak('en', {})
    expect(translateMessage(shown)).toBe('Your plan allows 5000 agents. The Conqueror plan allows more.')
  })

  test('a number in a message chooses the plural', () => {
    const shown = (count: number) => countMessage(count, { one: '{count} new message.', other: '{count} new messages.' })
    speak('de', { '{count} new messages.': { one: '{count} neue Nachricht.', other: '{count} neue Nachrichten.' } })
    expect([translateMessage(shown(1)), translateMessage(shown(2))]).toEqual(['1 neue Nachricht.', '2 neue Nachrichten.'])
    speak('en', {})
    expect([translateMessage(shown(1)), translateMessage(shown(2))]).toEqual(['1 new message.', '2 new messages.'])
  })

  test('amounts are written in the language, and a message in a message is worded too', () => {
    speak('de', { 'Not sent: {reason}': 'Nicht gesendet: {reason}', 'At most {cost}': 'Höchstens {cost}' })
    const shown = message('Not sent: {reason}', { reason: message('At most {cost}', { cost: { dollars: 2.5 } }) })
    expect(shown.message).toBe('Not sent: At most $2.50')
    expect(translateMessage(shown).replaceAll(/\s/g, ' ')).toBe('Nicht gesendet: Höchstens 2,50 $')
  })

  test('looks up a sentence with named values as a key', () => {
    speak('de', { '{actor} ran {target}': '{target} wurde von {actor} gestartet' })
    expect(translateSentence('{actor} ran {target}', { actor: 'Ada', target: 'Scout' })).toBe('Scout wurde von Ada gestartet')
    expect(translateSentence('{actor} left', { actor: 'Ada' })).toBe('Ada left')
  })

  test('a value may be empty or hold braces, and a message without a translation stays English', () => {
    speak('de', { 'Refused: {response}': 'Abgelehnt: {response}' })
    expect(translateMessage(message('Refused: {response}', { response: '' }))).toBe('Abgelehnt: ')
    expect(translateMessage(message('Refused: {response}', { response: '{response}' }))).toBe('Abgelehnt: {response}')
    expect(translateMessage(message('Deferred: {response}', { response: '421' }))).toBe('Deferred: 421')
  })
})

test('hides the part of a key after two bars', () => {
  speak('en', {})
  expect(t('Active||API key')).toBe('Active')
  speak('fr', { Active: 'Actif', 'Active||API key': 'Active' })
  expect([t('Active'), t('Active||API key')]).toEqual(['Actif', 'Active'])
})

test('a common noun among the values of a message is translated, a name is not', () => {
  speak('de', {
    'Signing in with {provider} is off here.': 'Anmelden mit {provider} geht hier nicht.',
    'This {used} is used by {users}.': 'Wird von {users} verwendet ({used}).',
    'single sign-on||noun': 'Single Sign-on',
    'account||noun': 'Konto',
    '{names} and others': '{names} und andere',
    Runs: 'Läufe',
  })
  const off = (provider: MessageValue) => translateMessage(message('Signing in with {provider} is off here.', { provider }))
  expect([off(noun('single sign-on')), off('Runs')]).toEqual([
    'Anmelden mit Single Sign-on geht hier nicht.',
    'Anmelden mit Runs geht hier nicht.',
  ])
  const users = message('{names} and others', { names: 'Runs, Spring' })
  expect(translateMessage(message('This {used} is used by {users}.', { used: noun('account'), users }))).toBe(
    'Wird von Runs, Spring und andere verwendet (Konto).',
  )
})

describe('the language of the page', () => {
  test.each([
    [null, ['de-CH', 'fr'], 'de'],
    [null, ['pt-BR', 'ja'], 'ja'],
    [null, ['pt-BR', 'zh'], 'en'],
    [null, [], 'en'],
    ['fr', ['de'], 'fr'],
    ['klingon', ['es-MX'], 'es'],
  ])('stored %s, browser %j: %s', (choice, languages, expected) => {
    vi.stubGlobal('navigator', { languages })
    if (choice) stored.set('imperium:language', choice)
    expect(preferredLanguage()).toBe(expected)
  })

  test('stores a language choice and reports whether a reload is needed', () => {
    expect(rememberLanguage('en')).toBe(false)
    expect(rememberLanguage('ja')).toBe(true)
    expect(stored.get('imperium:language')).toBe('ja')
  })
})

describe('loading translations', () => {
  test('sets the language of the page', async () => {
    await loadTranslations('de', { de: async () => ({ default: { 'Sign in': 'Anmelden' } }) })
    expect([t('Sign in'), page.documentElement.lang]).toEqual(['Anmelden', 'de'])
  })

  test('English needs no download', async () => {
    await loadTranslations('en')
    expect([t('Sign in'), page.documentElement.lang, currentLanguage()]).toEqual(['Sign in', 'en', 'en'])
  })

  test('falls back to English when the download fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await loadTranslations('ja', { ja: () => Promise.reject(new Error('offline')) })
    expect([t('Sign in'), page.documentElement.lang, currentLanguage()]).toEqual(['Sign in', 'en', 'en'])
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})
