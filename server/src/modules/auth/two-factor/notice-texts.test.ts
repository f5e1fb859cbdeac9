import { expect, test } from 'vitest'
import { differencesIn } from '../../../testing/same-words.ts'
import { factLabels, notYou, noticeLabels } from './notice-texts.ts'

test.each(Object.entries({ ...noticeLabels, factLabels, notYou }))('%s has the same content in each language', (_name, terms) =>
  expect(differencesIn(terms)).toEqual([]),
)
