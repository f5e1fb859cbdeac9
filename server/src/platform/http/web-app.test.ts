import { expect, test } from 'vitest'
import { withClaims } from './web-app.ts'

const page = '<head><title>Imperium</title></head><body></body>'

test('the page carries the claims of the operator, as text', () => {
  expect(withClaims(page, undefined)).toBe(page)
  const claimed = withClaims(page, 'Fast; "Good" <b>$&</b>')
  expect(claimed).toContain('<meta name="landing-claims" content="Fast; &#34;Good&#34; &#60;b&#62;$&#38;&#60;/b&#62;"></head>')
  expect(withClaims(page, ';')).toContain('content=";"')
})
