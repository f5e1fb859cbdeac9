import { expect, test } from 'vitest'
import { differencesIn } from '../../testing/same-words.ts'
import { emailTexts } from './email-texts.ts'

test.each(['verify', 'reset', 'changed', 'newDevice', 'facts'] as const)('%s says the same in each language', (name) =>
  expect(differencesIn(emailTexts[name])).toEqual([]),
)
