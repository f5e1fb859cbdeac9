import { segments } from '@imperium/contract/contacts/segments.ts'
import { testStates } from '../../testing/screen-states.ts'

testStates('segments', {
  place: 'segments',
  heading: 'Segments',
  list: segments.list,
  loadFailed: 'Segments could not be loaded',
  empty: { data: [], texts: 'No segments yet' },
  noMatch: { place: 'segments?q=zzz', texts: 'No segment matches' },
})
