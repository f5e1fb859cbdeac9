import { expect, test } from 'vitest'
import { styleMail } from './style-mail.ts'

test('reads numbers of characters in styles, and drops those that are none', () => {
  const styled = styleMail('<p style="font-family:&#39;A&#39;&#0;&#55296;&#1114112;&#99999999999;&#128512;">Hi</p>', 'n')
  expect(styled).toContain(`[data-rule="0"]{font-family:'A'😀}`)
})
