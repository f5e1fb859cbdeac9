import { afterEach, expect, test } from 'vitest'
import { asValue, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { speak } from '../../lib/words.ts'
import { pauseText } from './pause-labels.ts'

afterEach(() => speak('en', {}))

const shown = (text: Text) =>
  pauseText(
    typeof text === 'string'
      ? { pauseReason: text }
      : { pauseReason: text.message, pauseReasonKey: { key: text.key, values: text.values } },
  )
const automatic = (reason: Text) => message('Paused automatically: {reason}', { reason: asValue(reason) })
const ofForm = message('Paused automatically: {reason}.', { reason: asValue('This audience has no contacts') })

test('shows the reason of a pause in the language of the page, for every cause', () => {
  expect(shown(ofForm)).toBe('Paused automatically: This audience has no contacts.')
  speak('de', {
    'Paused automatically: {reason}': 'Von selbst angehalten: {reason}',
    'Paused automatically: {reason}.': 'Von selbst angehalten: {reason}.',
    'Paused by {name}.': 'Angehalten von {name}.',
    'This audience has no contacts': 'In dieser Zielgruppe ist niemand',
    '{part} of {whole} ({percent} %) complained; the limit is {limit} %.':
      '{part} von {whole} ({percent} %) haben sich beschwert; die Grenze ist {limit} %.',
  })
  expect(shown(ofForm)).toBe('Von selbst angehalten: In dieser Zielgruppe ist niemand.')
  const share = message('{part} of {whole} ({percent} %) complained; the limit is {limit} %.', {
    part: 3,
    whole: 60,
    percent: 5,
    limit: 0.1,
  })
  expect(shown(automatic(share))).toBe('Von selbst angehalten: 3 von 60 (5 %) haben sich beschwert; die Grenze ist 0,1 %.')
  expect(shown(message('Paused by {name}.', { name: 'Ana B. Clark' }))).toBe('Angehalten von Ana B. Clark.')
  expect(shown('Paused by Ana B. Clark.'), 'stored before there were keys').toBe('Paused by Ana B. Clark.')
})
