import { expect, test } from 'vitest'
import { differencesIn } from '../../testing/same-words.ts'
import { letterWords } from './letter-words.ts'

test.each(['verify', 'reset', 'changed', 'newDevice', 'facts'] as const)('%s says the same in each language', (name) =>
  expect(differencesIn(letterWords[name])).toEqual([]),
)
