import { describe, expect, it } from 'vitest'
import { smsCostMicros, smsParts } from './sms-parts.ts'

describe('parts of an SMS', () => {
  it('counts 7-bit text: 160 in a single part, 153 in a joined one', () => {
    expect(smsParts('')).toEqual({ encoding: 'gsm-7', units: 0, parts: 0, unitsLeft: 160 })
    expect(smsParts('a'.repeat(160))).toEqual({ encoding: 'gsm-7', units: 160, parts: 1, unitsLeft: 0 })
    expect(smsParts('a'.repeat(161))).toEqual({ encoding: 'gsm-7', units: 161, parts: 2, unitsLeft: 145 })
    expect(smsParts('a'.repeat(306)).parts).toBe(2)
    expect(smsParts('a'.repeat(307)).parts).toBe(3)
  })

  it('counts 16-bit text: 70 in a single part, 67 in a joined one; one character outside the alphabet switches to it', () => {
    expect(smsParts('й'.repeat(70))).toMatchObject({ encoding: 'ucs-2', parts: 1 })
    expect(smsParts('й'.repeat(71))).toMatchObject({ encoding: 'ucs-2', parts: 2 })
    expect(smsParts(`${'a'.repeat(70)}’`)).toMatchObject({ encoding: 'ucs-2', units: 71, parts: 2 })
  })

  it('counts extended characters twice and never splits one', () => {
    expect(smsParts('€'.repeat(80))).toMatchObject({ encoding: 'gsm-7', units: 160, parts: 1 })
    // 152 septets, then a pair that does not fit into the 153rd: three parts although 306 units would fit into two.
    expect(smsParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, parts: 3 })
    expect(smsParts(`${'й'.repeat(66)}😀${'й'.repeat(66)}`)).toMatchObject({ units: 134, parts: 3 })
  })

  it('prices each part', () => {
    expect(smsCostMicros('a'.repeat(161), 7_500)).toBe(15_000)
  })
})
