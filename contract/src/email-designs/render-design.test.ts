import { expect, test } from 'vitest'
import { checkClientSupport, gmailStyleMax, htmlBytes } from './client-support.ts'
import { EmailDesign } from './email-design.ts'
import type { Block } from './email-design.ts'
import { renderDesign } from './render-design.ts'
import { renderDesignText } from './render-text.ts'
import { everyBlock } from './testing/every-block.ts'

const designOf = (...blocks: (Partial<Block> & { type: Block['type'] })[]) =>
  EmailDesign.parse({ blocks: blocks.map((block, at) => ({ id: `b${at}`, ...block })) })
const htmlOf = (...blocks: Parameters<typeof designOf>) => renderDesign(designOf(...blocks))

test('every kind of block renders to HTML without a feature that a client is known not to support', () => {
  const html = renderDesign(everyBlock)
  expect(checkClientSupport(html)).toEqual([])
  expect(html.match(/<table\b/g)?.length).toBe(html.match(/<\/table>/g)?.length)
  expect(html.match(/<tr\b/g)?.length).toBe(html.match(/<\/tr>/g)?.length)
  expect(html.match(/<td\b/g)?.length).toBe(html.match(/<\/td>/g)?.length)
  expect(html.match(/<!--\[if mso\]>/g)?.length).toBe(html.match(/<!\[endif\]-->/g)?.length)
})

test('layout tables are presentational, images have a width in pixels and an alternative text', () => {
  const html = renderDesign(everyBlock)
  for (const [tag] of html.matchAll(/<table\b[^>]*>/g)) expect(tag).toContain('role="presentation"')
  for (const [tag] of html.matchAll(/<img\b[^>]*>/g)) expect(tag).toMatch(/alt="[^"]*" width="\d+"/)
  expect(html).toContain('<html lang="en">')
})

test('the style element stays below the size that Gmail reads, with as many backgrounds as a design may use', () => {
  const blocks = Array.from({ length: 20 }, (_, at) => ({
    type: 'text' as const,
    background: `#${(0xf0f000 + at * 7).toString(16)}`,
    paragraphs: [{ list: 'none' as const, spans: [{ text: 'Hello' }] }],
  }))
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(htmlOf(...blocks)) ?? []
  expect(css.length).toBeLessThan(gmailStyleMax)
  expect(css).toContain('prefers-color-scheme:dark')
})

test('text is escaped, and its merge fields are left for each recipient', () => {
  const html = htmlOf({
    type: 'text',
    paragraphs: [
      {
        list: 'none',
        spans: [
          { text: '<script>alert("1")</script> & {{ custom.city | default: "<b>" }}' },
          { field: 'first_name', fallback: 'my "dear" {{friend}}', bold: true },
        ],
      },
    ],
  })
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {{ custom.city | default: "<b>" }}')
  expect(html).toContain(`<strong>{{ first_name | default: 'my "dear" friend' }}</strong>`)
})

test('refuses addresses that run scripts', () => {
  expect(() => designOf({ type: 'button', url: 'javascript:alert(1)' })).toThrow('An address that begins with https://')
  expect(() => designOf({ type: 'image', src: 'data:image/png;base64,AA' })).toThrow('An address that begins with https://')
  expect(designOf({ type: 'button', url: 'mailto:a@b.com' }).blocks).toHaveLength(1)
})

test('a block with a rule stands in a condition on its segment, in both parts', () => {
  const segmentId = '0192f0d0-0000-7000-8000-000000000001'
  const visible = { type: 'heading' as const, spans: [{ text: 'For VIPs' }] }
  const inside = designOf({ ...visible, visibility: { segmentId, show: 'inside' } })
  const outside = designOf({ ...visible, visibility: { segmentId, show: 'outside' } })
  expect(renderDesign(inside)).toMatch(/\{% if __segments\.s0192f0d0000070008000000000000001 %\}<tr>.*For VIPs.*<\/tr>\{% endif %\}/)
  expect(renderDesign(outside)).toContain('{% unless __segments.s0192f0d0000070008000000000000001 %}')
  expect(renderDesignText(inside)).toMatch(/^\{% if __segments\.s\w+ %\}For VIPs\s+\{% endif %\}$/)
})

test('the text part says what the blocks say', () => {
  expect(renderDesignText(everyBlock)).toMatchInlineSnapshot(`
    "Hello {{ first_name | default: "there" }}

    We are open again: our shop (https://shop.test/)

    - Chairs
    - Tables

    1. Come in

    A chair (https://shop.test/chair)

    See chairs: https://shop.test/chairs

    See all: https://shop.test/all

    A table

    A table

    1

    ----------

    LinkedIn: https://linkedin.com/company/shop

    Website: https://shop.test/

    Your order
    Number: {{ custom.order | default: "-" }}

    By hand

    You get this because you bought a chair.
    {{ organization.address | default: "" }}
    {{ __words.unsubscribe }}: {{ unsubscribe_url }}
    {{ __words.preferences }}: {{ preferences_url }}"
  `)
})

test('counts the bytes that are sent, not the characters', () => {
  expect(htmlBytes('äöü€')).toBe(9)
})
