import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differencesIn } from '../../../testing/same-words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

const screens = join(import.meta.dirname, '../../../../../web/src/words')

test('notifications and digest have the same content in each language', () => expect(differencesIn({ en, es, fr, de, ja })).toEqual([]))

test.each(Object.entries({ es, fr, de, ja }))('names roles in emails as on screens: %s', (language, { roles }) => {
  const dictionary = JSON.parse(readFileSync(join(screens, `${language}.json`), 'utf8')) as Record<string, unknown>
  const [OWNER, ADMIN, MEMBER, VIEWER] = ['Owner', 'Admin', 'User', 'Viewer'].map((name) => dictionary[name])
  expect(roles).toEqual({ OWNER, ADMIN, MEMBER, VIEWER })
})
