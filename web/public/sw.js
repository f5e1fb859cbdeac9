// Shows what the server pushes to this browser, and opens what it is about. Keeps and intercepts nothing.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(tell({ title, body, url, tag }))
})

async function tell({ title, body, url, tag }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Who looks at the product has just seen its badge change.
  if (pages.some((page) => page.focused)) return
  await self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { url } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

async function open(path) {
  // Our own paths only, whatever the message says.
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window' })
  const [page] = pages
  if (!page) return self.clients.openWindow(url.href)
  await page.navigate(url.href)
  return page.focus()
}
