import { expect, test } from 'vitest'
import { checkClientSupport } from '@imperium/contract/email-designs/client-support.ts'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { EmailLayoutParts } from './email-parts.ts'
import { renderEmail } from './render-email.ts'

const parts: EmailLayoutParts = {
  language: 'en',
  subject: 'Ada invites you',
  organizationName: 'Northwind',
  paragraphs: ['First line\nsecond line', 'Next paragraph'],
  action: { label: 'Accept', url: 'https://imperium.test/join#token=a-b_c' },
  facts: [['Device', 'Firefox']],
  notes: ['Valid for 7 days.'],
  unsubscribe: { label: 'Stop these', url: 'https://imperium.test/stop', oneClickUrl: 'https://imperium.test/one' },
}

test('an email of the product shows all its parts in both forms, in every client', () => {
  const { html, text, unsubscribeUrl } = renderEmail(parts)
  for (const part of [
    'Ada invites you',
    'Northwind',
    'First line<br>second line',
    'Next paragraph',
    'Firefox',
    'Valid for 7 days.',
    'Stop these',
  ])
    expect(html).toContain(part)
  expect(html.match(/href="https:\/\/imperium\.test\/join#token=a-b_c"/g)).toHaveLength(2)
  expect(text).toContain('Accept:\nhttps://imperium.test/join#token=a-b_c')
  expect(unsubscribeUrl).toBe('https://imperium.test/one')
  expect(checkClientSupport(html)).toEqual([])
  expect(html).toContain('prefers-color-scheme:dark')
})

test('nothing that a user typed becomes HTML or Liquid', () => {
  const evil = '{{ "<script>" }}{% if x %}<img src=x onerror=alert(1)>"\uE010'
  const { html } = renderEmail({
    ...parts,
    subject: evil,
    organizationName: evil,
    paragraphs: [evil],
    action: { label: evil, url: 'https://imperium.test/{{x}}' },
    facts: [[evil, evil]],
    notes: [evil],
  })
  expect(html).not.toMatch(/\{[{%]|<script|<img/)
  expect(html).not.toContain('\uE010')
  expect(html).toContain('&#123;&#123; &quot;&lt;script&gt;&quot; }}')
})

test('an organization with a brand style writes in it', () => {
  const style = EmailStyle.parse({ buttonColor: '#0f766e', pageColor: '#fef3c7' })
  expect(renderEmail({ ...parts, style }).html).toContain('bgcolor="#0f766e"')
  expect(renderEmail(parts).html).not.toContain('#0f766e')
})
