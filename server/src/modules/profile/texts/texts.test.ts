import { expect, test } from 'vitest'
import { differencesIn } from '../../../testing/same-words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

test('account emails have the same content in each language', () => expect(differencesIn({ en, es, fr, de, ja })).toEqual([]))
