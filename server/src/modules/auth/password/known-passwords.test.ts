import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEasyToGuess, isMadeOfOwnWords } from './known-passwords.ts'

describe('SEC-2: easy to guess', () => {
  test.each([
    'Password1234!',
    'P@ssw0rd1234!',
    '!!Football2024',
    'Qwertyuiop12!',
    '1qaz2wsx3edC!',
    'Asdfghjkl123!',
    'Abcdefgh1234!',
    'Aaaaaaaaaaa1!',
    'Abc1!Abc1!Abc1!',
    'Letmein!2026!!',
    'PasswordPassword1!',
    'Ａａａａａａａａａａａ１！',
  ])('%s', async (password) => {
    expect(await isEasyToGuess(password)).toBe(true)
  })

  test.each([
    'Correct-Horse-42!',
    'Wrong-Horse-42!',
    'Vfx9!mQz#72Lp',
    'Tangerine-Walrus-88',
    'Mein-Käse-schläft-7',
    '紫の鯨が7匹!Aa泳いだ夜',
  ])('not %s', async (password) => {
    expect(await isEasyToGuess(password)).toBe(false)
  })

  // ASVS 6.2.4: every listed password that decoration makes pass the rules of length and classes is refused.
  test('every one of the 3,000 most frequent, dressed up to the rules', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const terms = dictionary['passwords-common'].slice(0, 3_000)
    const passed: string[] = []
    for (const word of terms) {
      const dressed = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
      for (const password of [`${dressed}12345!`.padEnd(12, '1'), `${dressed}!2026`.padEnd(12, '!')])
        if (!(await isEasyToGuess(password)) && /\p{L}{4}/u.test(word)) passed.push(password)
    }
    expect(passed).toEqual([])
  })

  test('random passwords of twelve characters pass', async () => {
    const character = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#%&*-_=?')
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(character, { minLength: 14, maxLength: 24 }), async (characters) => {
        // A random text may hold a short series; seven kinds outside of any would be another matter.
        expect(await isEasyToGuess(`${characters.join('')}zP4`)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test.each(['a', 'ab', 'qwerty', '1!'])('the longest password of a repeated %s', async (pattern) => {
    expect(await isEasyToGuess(pattern.repeat(128 / pattern.length))).toBe(true)
  })
})

describe('SEC-2: own names', () => {
  const terms = ['ana.kovac@northwind.example', 'Ana', 'Kovač', 'Northwind Traders', 'Imperium']
  test.each(['Northwind-2026!', 'AnaKovac12345!', 'N0rthw1nd!!99', 'Imperium-2026!!', 'Kovač-Ana-2026!', 'NorthwindPassword1!'])(
    '%s',
    async (password) => {
      expect(await isMadeOfOwnWords(password, terms)).toBe(true)
    },
  )
  test.each(['Correct-Horse-42!', 'Banana-Lighthouse-7', 'Northwind-purple-walrus-7'])('not %s', async (password) => {
    expect(await isMadeOfOwnWords(password, terms)).toBe(false)
  })
})
