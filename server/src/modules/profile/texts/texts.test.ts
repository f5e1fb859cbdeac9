import { expect, test } from 'vitest'
import { differencesIn } from '../../../testing/same-words.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { es } from '../words/es.ts'
import { fr } from '../words/fr.ts'
import { ja } from '../words/ja.ts'

test('account emails have the same content in each language', () => expect(differencesIn({ en, es, fr, de, ja })).toEqual([]))
