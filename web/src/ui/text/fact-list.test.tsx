import { expect, test } from 'vitest'
import { showPart } from '../../testing/show-part.tsx'
import { FactList } from './fact-list.tsx'

test('lists labels with their values and leaves out what is missing', () => {
  showPart(<FactList facts={[['Status', 'Active'], false, null, undefined, '', ['Runs', 0]]} />)
  expect([...document.querySelectorAll('dt, dd')].map((each) => each.textContent)).toEqual(['Status', 'Active', 'Runs', '0'])
})
