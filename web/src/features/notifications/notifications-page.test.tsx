import { notifications } from '@imperium/contract/notifications.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

testStates('notifications', {
  place: 'notifications',
  heading: 'Notifications',
  list: notifications.browse,
  loadFailed: 'Notifications could not be loaded',
  empty: { data: [], texts: 'No notifications yet' },
  noMatch: { place: 'notifications?tab=unread', texts: 'All read' },
  filled: {
    data: [
      {
        id: id(7),
        type: 'warning',
        title: 'A run failed',
        message: 'Support triage stopped',
        timestamp: at,
        read: false,
        category: 'activity',
        actionUrl: 'agents',
      },
    ],
    texts: ['A run failed', 'Support triage stopped'],
  },
})
