import { expect, test } from 'vitest'
import { differencesIn } from '../../../testing/same-words.ts'
import { factLabels, notYou, noticeWords } from './notice-words.ts'

test.each(Object.entries({ ...noticeWords, factLabels, notYou }))('%s has the same content in each language', (_name, words) =>
  expect(differencesIn(words)).toEqual([]),
)
