import { afterEach, expect, test } from 'vitest'
import { speak } from '../../lib/words.ts'
import { pauseText } from './pause-labels.ts'

afterEach(() => speak('en', {}))

test('shows the reason of a pause in the language of the page, for every cause', () => {
  expect(pauseText('Paused automatically: Nobody is in this audience.')).toBe('Paused automatically: Nobody is in this audience.')
  speak('de', {
    'Paused automatically: {reason}': 'Von selbst angehalten: {reason}',
    'Paused by {name}.': 'Angehalten von {name}.',
    'Nobody is in this audience': 'In dieser Zielgruppe ist niemand',
    '{0} of {1} ({2} %) complained; the limit is {3} %.': '{0} von {1} ({2} %) haben sich beschwert; die Grenze ist {3} %.',
  })
  expect(pauseText('Paused automatically: Nobody is in this audience.')).toBe('Von selbst angehalten: In dieser Zielgruppe ist niemand.')
  expect(pauseText('Paused automatically: 3 of 60 (5 %) complained; the limit is 0.1 %.')).toBe(
    'Von selbst angehalten: 3 von 60 (5 %) haben sich beschwert; die Grenze ist 0.1 %.',
  )
  expect(pauseText('Paused by Ana B. Clark.')).toBe('Angehalten von Ana B. Clark.')
})
