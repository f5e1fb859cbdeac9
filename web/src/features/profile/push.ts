import { notifications } from '@imperium/contract/notifications.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

/** The browser's notification permission: unsupported, not asked yet, denied or granted. */
export type PushState = 'unsupported' | 'default' | 'denied' | 'granted'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const readPushState = (): PushState => (isSupported() ? Notification.permission : 'unsupported')

const decode = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Asks for permission, which browsers allow on a click only, and registers this browser's push subscription. */
export async function subscribeBrowser(): Promise<void> {
  const response = await Notification.requestPermission()
  if (response !== 'granted') throw new Error(t('This browser does not allow notifications of this site. Allow them in its settings.'))
  const { publicKey } = await call(notifications.readPush)
  await navigator.serviceWorker.register('/sw.js')
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: decode(publicKey) }
  // A subscription made with another installation's key is useless here.
  const subscription = await registration.pushManager.subscribe(options).catch(async () => {
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return registration.pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  await call(notifications.subscribePush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
}

/** Removes this browser's push subscription, if there is one. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!isSupported()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  await call(notifications.unsubscribePush, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
