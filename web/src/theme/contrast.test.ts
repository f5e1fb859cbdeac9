import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, ensureContrast, fillFor, textOn } from '@imperium/contract/branding/contrast.ts'
import { presets } from './presets.ts'

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#fff', '#ffffff')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('keeps button text readable on any custom colour', () => {
  fc.assert(
    fc.property(colour, (picked) => {
      const fill = fillFor(picked)
      expect(contrast(textOn(fill), fill)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('keeps secondary text at a contrast of 4.6 on any custom colours', () => {
  // On a mid grey no colour reaches 4.6: black or white is then the best there is.
  fc.assert(
    fc.property(colour, colour, (text, ground) => {
      const best = Math.max(contrast('#000000', ground), contrast('#ffffff', ground))
      expect(contrast(ensureContrast(text, [ground]), ground)).toBeGreaterThanOrEqual(Math.min(4.6, best) - 1e-9)
    }),
  )
})

test.each(presets.flatMap((preset) => [[preset.id, 'light', preset.light] as const, [preset.id, 'dark', preset.dark] as const]))(
  'preset %s, %s: text and secondary text are readable as they are',
  (_id, _mode, palette) => {
    expect(contrast(palette.text, palette.surface)).toBeGreaterThan(7)
    expect(contrast(palette.textSecondary, palette.surface)).toBeGreaterThan(4.6)
  },
)
