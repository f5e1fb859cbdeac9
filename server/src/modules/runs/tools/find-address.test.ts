import { expect, test } from 'vitest'
import { namesAddress } from './find-address.ts'

test('an address stands in a text as a whole, in any spelling, also at the end of a sentence', () => {
  const texts = ['Read HTTPS://Shop.example/a#top.', 'or (http://b.example/c), please']
  expect(namesAddress(texts, 'https://shop.example/a')).toBe(true)
  expect(namesAddress(texts, 'http://b.example/c')).toBe(true)
  expect(namesAddress(texts, 'https://shop.example/')).toBe(false)
})

test('many long texts of addresses are looked through at once', () => {
  const texts = Array.from({ length: 50 }, () => 'http://a.example '.repeat(15_000))
  const cost = () => {
    const began = process.threadCpuUsage()
    expect(namesAddress(texts, 'http://b.example/')).toBe(false)
    return process.threadCpuUsage(began).user / 1_000
  }
  expect(Math.min(cost(), cost(), cost())).toBeLessThan(150)
})
