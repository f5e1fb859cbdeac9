import { expect, test } from 'vitest'
import { gmailClipBytes } from './client-support.ts'
import { EmailDesign } from './email-design.ts'
import type { EmailStyle } from './email-design.ts'
import { lintDesign } from './lint-design.ts'
import { everyBlock } from './testing/every-block.ts'

const footer = { id: 'foot', type: 'footer' }
const found = (block: object, style: Partial<EmailStyle> = {}) =>
  lintDesign(EmailDesign.parse({ style, blocks: [{ id: 'one', ...block }, footer] })).map(({ code, level, blockId }) => [
    code,
    level,
    blockId,
  ])

test('finds nothing in a design that is complete', () => {
  expect(lintDesign(everyBlock).filter(({ code }) => code !== 'empty_block')).toEqual([])
})

test('an empty design is an error, and one without a footer is told that ours is added', () => {
  expect(lintDesign(EmailDesign.parse({})).map(({ code }) => code)).toEqual(['empty_design'])
  const bare = EmailDesign.parse({ blocks: [{ id: 'one', type: 'heading', spans: [{ text: 'Hi' }] }] })
  expect(lintDesign(bare)).toEqual([{ code: 'footer_missing', level: 'note', blockId: null, values: {} }])
})

test.each([
  ['an image without a picture', { type: 'image' }, [['image_missing', 'error', 'one']]],
  ['an image without alternative text', { type: 'image', src: 'https://a.test/b.png' }, [['alt_missing', 'error', 'one']]],
  [
    'an animation, of which Outlook shows the first frame',
    { type: 'image', src: 'https://a.test/api/i/x.gif', alt: 'A' },
    [['unsupported', 'note', 'one']],
  ],
  ['a decorative image', { type: 'image', src: 'https://a.test/b.png', isDecorative: true }, []],
  ['a button that leads nowhere', { type: 'button', label: 'Go' }, [['link_missing', 'error', 'one']]],
  ['a button without a label', { type: 'button', url: 'https://a.test' }, [['label_missing', 'error', 'one']]],
  ['an example link', { type: 'button', label: 'Go', url: 'https://www.example.com/x' }, [['example_link', 'error', 'one']]],
  ['a link without TLS', { type: 'button', label: 'Go', url: 'http://a.test' }, [['insecure_link', 'note', 'one']]],
  ['only a variable in a heading of a layout', { type: 'heading', isSample: true, spans: [{ field: 'organization', fallback: 'us' }] }, []],
  ['sample text of a layout', { type: 'heading', isSample: true, spans: [{ text: 'Title' }] }, [['sample_content', 'error', 'one']]],
  ['a block without text', { type: 'text' }, [['empty_block', 'warning', 'one']]],
  [
    'a name that may be missing',
    { type: 'heading', spans: [{ field: 'first_name', fallback: '' }] },
    [['field_without_fallback', 'warning', 'one']],
  ],
  [
    'a custom field without a fallback, once',
    {
      type: 'text',
      paragraphs: [
        {
          spans: [
            { field: 'custom.city', fallback: ' ' },
            { field: 'custom.city', fallback: '' },
          ],
        },
      ],
    },
    [['field_without_fallback', 'warning', 'one']],
  ],
  ['a custom field with a fallback', { type: 'heading', spans: [{ field: 'custom.city', fallback: 'your city' }] }, []],
  ['a field that every contact has', { type: 'heading', spans: [{ field: 'email', fallback: '' }] }, []],
  [
    'a custom field in the text of a button',
    { type: 'button', label: 'To {{ custom.city }}', url: 'https://a.test' },
    [['field_without_fallback', 'warning', 'one']],
  ],
  [
    'a custom field in a record',
    { type: 'record', rows: [{ label: 'City', value: '{{ custom.city }}' }] },
    [['field_without_fallback', 'warning', 'one']],
  ],
  ['a custom field with a default in HTML', { type: 'html', html: '<p>{{ custom.city | default: "here" }}</p>' }, []],
  ['a custom field that HTML asks for', { type: 'html', html: '{% if custom.city %}<p>{{ custom.city }}</p>{% endif %}' }, []],
  ['HTML that breaks', { type: 'html', html: '<div style="display:flex">x</div>' }, [['unsupported', 'warning', 'one']]],
])('%s', (_title, block, issues) => {
  expect(found(block)).toEqual(issues)
})

test('measures the contrast of text on its own background', () => {
  const text = { type: 'text', paragraphs: [{ spans: [{ text: 'Hi' }] }] }
  expect(found(text, { textColor: '#9ca3af' })).toEqual([['low_contrast', 'warning', 'one']])
  expect(found({ ...text, background: '#111827' })).toEqual([['low_contrast', 'warning', 'one']])
  expect(found({ type: 'button', label: 'Go', url: 'https://a.test' }, { buttonColor: '#fbbf24' })).toEqual([
    ['low_contrast', 'warning', 'one'],
  ])
})

test('warns where Gmail would clip the message', () => {
  const paragraph = { spans: [{ text: 'x'.repeat(15_000) }] }
  const design = EmailDesign.parse({
    blocks: [{ id: 'one', type: 'text', paragraphs: Array.from({ length: 8 }, () => paragraph) }, footer],
  })
  expect(lintDesign(design)).toEqual([{ code: 'too_large', level: 'warning', blockId: null, values: { size: expect.any(Number) } }])
  expect(8 * 15_000).toBeGreaterThan(gmailClipBytes)
})

test('quotes sample text as whole words of separate paragraphs', () => {
  const paragraphs = [
    { spans: [{ text: 'Hello there,' }] },
    { spans: [{ text: 'I am writing to you because you have been with us for a year.' }] },
  ]
  const [issue] = lintDesign(EmailDesign.parse({ blocks: [{ id: 'one', type: 'text', isSample: true, paragraphs }, footer] }))
  expect(issue?.values['text']).toBe('Hello there, I am writing to you because you have been with…')
})
