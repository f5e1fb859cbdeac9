import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measurableRules } from '../campaigns/campaign-measures.ts'
import { MessageContent } from '../campaigns/campaigns.ts'
import { linksOfTexts, replaceTextLinks, textLinksOf } from './text-links.ts'

const led = (text: string): string => replaceTextLinks(text, () => 'LINK')

describe('addresses in a text', () => {
  it.each([
    ['See https://a.example/x?y=1&z=2#top today', 'See LINK today'],
    ['HTTP://A.example', 'LINK'],
    ['Now: https://a.example/x.', 'Now: LINK.'],
    ['(https://a.example/x), [https://a.example]!', '(LINK), [LINK]!'],
    ['https://a.example/wiki/A_(b) and (https://a.example/wiki/A_(b)).', 'LINK and (LINK).'],
    ['*https://a.example/x* “https://a.example/x”', '*LINK* “LINK”'],
    ['<https://a.example/x>\nhttps://a.example/y', '<LINK>\nLINK'],
    ['詳しくはhttps://a.example/夏。ご覧ください', '詳しくはLINK。ご覧ください'],
    ['{{ first_name }}: https://a.example/x {{ organization.name }}', '{{ first_name }}: LINK {{ organization.name }}'],
    ['{% if first_name %}https://a.example/x {% endif %}', '{% if first_name %}LINK {% endif %}'],
  ])('%s', (text, expected) => expect(led(text)).toBe(expected))

  // When the end of an address is unclear it stays: a partly replaced address would be broken.
  it.each([
    'https://a.example/{{ custom.city }}',
    'https://a.example/?c={{ custom.city }}&d=1',
    'https://{{ custom.host }}/x',
    'https://a.example{% if first_name %}/x{% endif %}',
    '{% if first_name %}https://a.example{% else %}https://b.example{% endif %}/x',
    'https://a.example/x {{- custom.city }}',
    '{{ custom.link | default: "https://a.example" }} {% assign x = "https://a.example" %}',
    'www.a.example a@a.example mailto:a@a.example ftp://a.example https:// https://.',
    `https://a.example/${'x'.repeat(2_000)}`,
  ])('stay as they are: %s', (text) => expect(led(text)).toBe(text))

  it('replaces each address once and in order; replacing it by itself keeps the text', () => {
    expect(textLinksOf('https://b.example, https://a.example https://b.example')).toEqual(['https://b.example', 'https://a.example'])
    const part = fc.constantFrom(
      'https://a.example/x',
      '{{ x }}',
      '{% if x %}',
      '{',
      '}}',
      ' ',
      '.',
      ')',
      '(',
      '\n',
      'word',
      'http://',
      '。',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        expect(replaceTextLinks(text, (url) => url)).toBe(text)
        for (const url of textLinksOf(text)) expect(url).toMatch(/^https?:\/\/[^\s{}]*[^\s{}.]$/)
      }),
    )
  })

  it('are those of all variants: of an SMS, of free text on WhatsApp or of the variables of its template', () => {
    const [a, b] = [
      MessageContent.parse({ text: 'https://a.example' }),
      MessageContent.parse({ text: 'https://b.example https://a.example' }),
    ]
    expect(linksOfTexts('sms', [a, b])).toEqual(['https://a.example', 'https://b.example'])
    const template = { ...a, whatsappTemplateId: '1', whatsappVariables: ['Ana', 'https://c.example'] }
    expect([linksOfTexts('whatsapp', [a]), linksOfTexts('whatsapp', [template])]).toEqual([['https://a.example'], ['https://c.example']])
    expect([linksOfTexts('email', [a]), linksOfTexts('webhook', [a])]).toEqual([[], []])
  })

  it('lets a winner be chosen by clicks when every variant has a link and clicks are counted', () => {
    const content = (text: string) => MessageContent.parse({ text })
    const rules = (texts: string[], clicks = true) =>
      measurableRules({ channel: 'sms', contents: texts.map(content), tracking: { opens: true, clicks }, byAgent: false })
    const both = ['https://a.example', 'Now https://a.example/b.']
    expect(rules(both)).toEqual(['clicked', 'responded', 'manual'])
    expect([rules(both, false), rules(['https://a.example', 'https://{{ x }}']), rules(['https://a.example', 'Hi'])]).toEqual(
      Array.from({ length: 3 }, () => ['responded', 'manual']),
    )
  })

  // With a cost that grows by the square they take longer than a test may.
  it('are found in a text of nothing but their beginnings', () => {
    for (const unit of ['{{', 'https://', 'https://a.example/)))', ' ', '{% https://a.example'])
      expect(led(unit.repeat(100_000 / unit.length)).length).toBeGreaterThan(0)
  })
})
