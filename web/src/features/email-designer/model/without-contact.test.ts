import { expect, test } from 'vitest'
import { blocksOf } from '@imperium/contract/email-designs/email-design.ts'
import { emailLayouts } from '@imperium/contract/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '@imperium/contract/email-designs/layouts/layout-kit.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { withoutContact } from './without-contact.ts'

test('no layout keeps anything of a contact: neither a merge field nor a rule by segment nor a footer', () => {
  for (const layout of emailLayouts) {
    const design = withoutContact(designOfLayout(layout, { origin: 'https://imperium.test' }))
    expect(blocksOf(design).filter(({ type, visibility }) => type === 'footer' || visibility !== null)).toEqual([])
    expect(JSON.stringify(design)).not.toContain('"field"')
    expect(renderDesign(design)).not.toMatch(/\{\{|\{%/)
  }
})
