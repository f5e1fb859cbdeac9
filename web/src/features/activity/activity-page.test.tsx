import { activity } from '@imperium/contract/activity.ts'
import { testStates } from '../../testing/screen-states.ts'

testStates('the activity log', {
  place: 'activity',
  heading: 'Activity Log',
  list: activity.list,
  others: (api) => api.refuse(activity.retention, 403, 'FORBIDDEN', 'Your role does not allow this'),
  loadFailed: 'Activity could not be loaded',
  empty: { data: [], texts: 'No activity in this period' },
  noMatch: { place: 'activity?q=zzz', texts: 'No activity matches' },
})
