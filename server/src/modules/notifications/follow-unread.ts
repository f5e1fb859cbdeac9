import type { StreamEvent } from '@imperium/contract/kit/endpoint.ts'
import type { notifications } from '@imperium/contract/notifications.ts'
import type { Live } from '../../platform/events/live.ts'
import type { OrgContext, StreamItem } from '../../platform/operations/context.ts'
import { countUnread } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'
import { notificationsChanged } from './notifications-changed.ts'

type Item = StreamItem<StreamEvent<typeof notifications.events>>

/**
 * Yields the caller's unread count now and after every change. Ends when the caller disconnects or their access changes
 * (signed out, removed, another role); a client that still has access reconnects and is checked again (SEC-12).
 */
export async function* followUnread(live: Live, context: Omit<OrgContext, 'tx'>): AsyncGenerator<Item> {
  const { caller, org } = context
  const gone = context.signal()
  let isOver = gone.aborted
  let isDue = true
  let wake = (): void => undefined
  const end = () => {
    isOver = true
    wake()
  }
  const look = () => {
    isDue = true
    wake()
  }
  const stops = [
    live.on(notificationsChanged, ({ orgId, userId }) => void (orgId === org.id && userId === caller.userId && look())),
    live.on(accessChanged, ({ userId }) => void (userId === caller.userId && end())),
    live.onGap(look),
  ]
  gone.addEventListener('abort', end, { once: true })
  try {
    let last = -1
    for (let id = 1; !isOver;) {
      if (isDue) {
        isDue = false
        const unread = await context.inOrg((tx) => countUnread(tx, caller.userId))
        if (unread !== last) yield { id: id++, data: { type: 'unread', unread } }
        last = unread
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    gone.removeEventListener('abort', end)
    for (const stop of stops) stop()
  }
}
