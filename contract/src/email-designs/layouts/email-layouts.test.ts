import { expect, test } from 'vitest'
import { checkClientSupport, gmailClipBytes, htmlBytes } from '../client-support.ts'
import { blocksOf } from '../email-design.ts'
import { lintDesign, plainWords } from '../lint-design.ts'
import { renderDesign } from '../render-design.ts'
import { renderDesignText } from '../render-text.ts'
import { emailLayouts } from './email-layouts.ts'
import { designOfLayout } from './layout-kit.ts'

const place = { origin: 'https://imperium.test' }
const cases = emailLayouts.map((layout) => [layout.key, designOfLayout(layout, place)] as const)

test('there are ten layouts with a name, a description and a subject of their own', () => {
  for (const part of ['key', 'name', 'description', 'subject'] as const)
    expect(new Set(emailLayouts.map((layout) => layout[part])).size).toBe(10)
})

test.each(cases)('%s works in all clients, is small, and has nothing to report but its sample content', (_key, design) => {
  const html = renderDesign(design)
  expect(checkClientSupport(html)).toEqual([])
  expect(htmlBytes(html)).toBeLessThan(gmailClipBytes / 2)
  expect([...new Set(lintDesign(design).map(({ code }) => code))]).toEqual(['sample_content'])
  expect(renderDesignText(design)).toContain('{{ unsubscribe_url }}')
})

test.each(cases)('%s marks every block with words as a sample, and describes every image', (_key, design) => {
  const unmarked = blocksOf(design).filter((block) => plainWords(block) !== '' && !block.isSample)
  expect(unmarked).toEqual([])
  const images = blocksOf(design).filter((block) => block.type === 'image')
  expect(images.filter(({ alt }) => alt.trim() === '')).toEqual([])
})
