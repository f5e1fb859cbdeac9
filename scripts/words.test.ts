import { describe, expect, test } from 'vitest'
import { collectMessages, findFilledTexts } from './words/collect-messages.ts'
import { collectTexts } from './words/collect-texts.ts'
import { collectAll, missingIn, mistakesIn, pluralForms, readDictionary, translated, unusedIn } from './words/dictionaries.ts'
import { findBareTexts } from './words/find-bare-texts.ts'
import { parse, readSources } from './words/syntax-tree.ts'

const written = (text: string) => [parse('web/src/x.tsx', text)]
const keys = (texts: ReadonlyMap<string, unknown>) => [...texts.keys()]

describe('every text of the interface can be translated', () => {
  const web = readSources('web/src')
  const all = collectAll()
  test('finds no untranslated text for users in web/src', () => expect(findBareTexts(web)).toEqual([]))

  test('every text given to t and plural is written out, and has one set of forms', () => expect(collectTexts(web).problems).toEqual([]))

  test('every text with values of the server and the contract travels as key and values', () =>
    expect(findFilledTexts([...readSources('contract/src'), ...readSources('server/src')])).toEqual([]))

  test.each(translated)('keeps placeholders and tags of the English text in %s', (language) =>
    expect(mistakesIn(all, readDictionary(language))).toEqual([]),
  )

  test.each(translated)('every text is translated to %s, with each form of its plural', (language) =>
    expect(Object.keys(missingIn(language, all, readDictionary(language)))).toEqual([]),
  )

  test.each(translated)('has no unused translation to %s', (language) => expect(unusedIn(all, readDictionary(language))).toEqual([]))
})

describe('the rule sees a bare text', () => {
  test.each([
    ['const a = <p>Hello there</p>', 'Hello there'],
    ['const a = <p>{ok ? "Yes, please" : t("No")}</p>', 'Yes, please'],
    ['const a = <p>{`${count} selected`}</p>', '… selected'],
    ['const a = <Button title="Delete it" />', 'Delete it'],
    ['const a = <Button aria-label={busy ? t("Busy") : `Delete ${name}`} />', 'Delete …'],
    ['const a = <Step ends={1} label={label ?? "Model"} />', 'Model'],
    ['const items = [{ label: "Open it", path: "x" }]', 'Open it'],
    ['function A({ title = "This failed" }) {}', 'This failed'],
    ['notify.success("It is done")', 'It is done'],
    ['useDocumentTitle(`Agents`)', 'Agents'],
    ['z.string().min(1, "Name is required")', 'Name is required'],
  ])('%s', (text, found) => expect(findBareTexts(written(text))).toEqual([`web/src/x.tsx:1 ${found}`]))

  test.each([
    'const a = <p>{t("Hello there")} · {count} {"—"}</p>',
    'const a = <Logo className="big" title={t("Home")} /> ',
    'const a = <p>Imperium</p>',
    'const a = <Input placeholder="203.0.113.0/24" title="colleague@company.com" label="XXXX-XXXX" />',
    'bulk.mutate({ ids, action: "delete" })',
    'const { title = t("This failed") } = props',
  ])('and none in %s', (text) => expect(findBareTexts(written(text))).toEqual([]))
})

describe('collecting', () => {
  test('texts of t and plural, with the place of the first use', () => {
    const { texts, problems } = collectTexts(
      written('t("A b")\nplural(2, { one: "{count} run", other: "{count} runs" })\nt("A b", { x })\nx.t(1)'),
    )
    expect([...texts.values()]).toEqual([
      { key: 'A b', one: null, at: 'web/src/x.tsx:1' },
      { key: '{count} runs', one: '{count} run', at: 'web/src/x.tsx:2' },
    ])
    expect(problems).toEqual([])
  })

  test('a text that is not written out is refused, and so are two meanings of one key', () => {
    expect(collectTexts(written('t(words)')).problems).toHaveLength(1)
    expect(collectTexts(written('t(`Hello ${name}`)')).problems).toHaveLength(1)
    expect(collectTexts(written('plural(1, forms)')).problems).toHaveLength(1)
    expect(collectTexts(written('t("runs"); plural(1, { one: "run", other: "runs" })')).problems).toHaveLength(1)
  })

  test('messages of the server, with named values, plurals and nouns, and every choice', () => {
    const source = `throw conflict(plan ? message('Your plan allows {max} agents.', { max }) : message("The {plan} plan allows more.", { plan }))
      const known = cut ? 'was cut' : 'is whole'
      throw new AppError('CODE_ONE', 409, \`It \${known}.\`, { errors: [{ path: 'name', message: 'Name is taken' }] })
      const all = countMessage(many, { one: '{count} run', other: '{count} runs' }, { x: noun('a run') })
      log.info('Nobody reads this')`
    expect(keys(collectMessages([parse('server/src/x.ts', source)]))).toEqual(
      expect.arrayContaining([
        'Your plan allows {max} agents.',
        'The {plan} plan allows more.',
        'It was cut.',
        '{count} runs',
        'a run||noun',
      ]),
    )
    expect(collectMessages([parse('server/src/x.ts', source)]).get('{count} runs')?.one).toBe('{count} run')
    const found = keys(collectMessages([parse('server/src/x.ts', source)]))
    expect(found).toContain('Name is taken')
    expect(found.filter((key) => /CODE|Nobody|name$/.test(key))).toEqual([])
  })

  test('messages that a function of the file passes on', () => {
    const source = `const wrong = (path: string, message: string) => invalid([{ path, message }])
      function refuse(text: Text) { return invalid([{ path: 'file', ...worded(text) }]) }
      const note = (text: string) => log.info(text)
      wrong('field', empty ? 'Enter a name' : 'Enter another name')
      refuse('The file is empty')
      refuse(\`The file has \${size} MB\`)
      note('Only for operators')`
    const found = keys(collectMessages([parse('server/src/x.ts', source)]))
    expect(found).toEqual(expect.arrayContaining(['Enter a name', 'Enter another name', 'The file is empty']))
    expect(found).not.toContain('Only for operators')
    expect(findFilledTexts([parse('server/src/x.ts', source)])).toEqual(['server/src/x.ts:6 The file has … MB'])
  })

  test('a text with values put into it is refused, and a message that is not written out', () => {
    const source = `throw conflict(\`Your plan allows \${max} agents.\`)
      const a = message(words, { max })
      const b = message('At most {max} agents', { max })`
    expect(findFilledTexts([parse('server/src/x.ts', source)])).toEqual([
      'server/src/x.ts:1 Your plan allows … agents.',
      'server/src/x.ts:2 message',
    ])
  })

  test('messages of the contract, and not what describes an operation', () => {
    const source = `const A = z.string().min(1, 'Name is required').meta({ description: 'Shown to nobody here' })
      const b = get('/agents/new', 'Create an agent', {})`
    expect(keys(collectMessages([parse('contract/src/x.ts', source)]))).toEqual(expect.arrayContaining(['Name is required']))
    expect(keys(collectMessages([parse('contract/src/x.ts', source)])).filter((key) => /Shown|Create/.test(key))).toEqual([])
  })

  test('uses the first clause of the summary as the activity name of an operation that leaves a row', () => {
    const source = `const a = post('/runs', 'Run an agent; streams it')
      const b = list('/agents', 'List agents', { row: Agent })
      const c = get('/agents/export', 'Export agents: all', { audited: true })
      const d = post('/read', 'Mark as read', { audited: false })`
    expect(keys(collectMessages([parse('contract/src/x.ts', source)]))).toEqual(['Run an agent', 'Export agents'])
  })
})

describe('a dictionary', () => {
  const texts = collectTexts(
    written('t("Sign in"); t("Read <b>{name}</b>"); plural(1, { one: "{count} run", other: "{count} runs" })'),
  ).texts
  const whole = {
    'Sign in': 'Anmelden',
    'Read <b>{name}</b>': '<b>{name}</b> lesen',
    '{count} runs': { one: '{count} Lauf', other: '{count} Läufe' },
  }

  test('of all texts misses none', () => {
    expect(missingIn('de', texts, whole)).toEqual({})
    expect(mistakesIn(texts, whole)).toEqual([])
    expect(unusedIn(texts, whole)).toEqual([])
  })

  test('lists missing translations, also missing plural forms', () => {
    expect(missingIn('de', texts, { ...whole, 'Sign in': '' })).toEqual({ 'Sign in': '' })
    expect(missingIn('de', texts, { ...whole, '{count} runs': { other: '{count} Läufe' } })).toEqual({
      '{count} runs': { one: '', other: '' },
    })
    expect(missingIn('de', texts, { ...whole, '{count} runs': '{count} Läufe' })).toEqual({ '{count} runs': { one: '', other: '' } })
    expect([pluralForms('ja'), pluralForms('fr')]).toEqual([['other'], ['one', 'many', 'other']])
  })

  test('names other placeholders, other tags and keys without a text', () => {
    expect(mistakesIn(texts, { 'Read <b>{name}</b>': '<b>{nom}</b> lire' })).toHaveLength(1)
    expect(mistakesIn(texts, { 'Read <b>{name}</b>': '{name} lesen' })).toHaveLength(1)
    expect(mistakesIn(texts, { '{count} runs': { one: 'Lauf', other: '{count} Läufe' } })).toHaveLength(1)
    expect(unusedIn(texts, { 'Sign out': 'Abmelden' })).toEqual(['Sign out'])
  })
})
