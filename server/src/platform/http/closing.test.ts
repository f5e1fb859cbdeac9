import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'

test('ends the event streams of open browser tabs on close, so that it does not wait for them', async () => {
  const t = await createTestApp()
  const person = await t.register()
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' }
  const response = await fetch(`${address}/api/notifications/events`, { headers })
  const reader = response.body?.getReader()
  expect(await reader?.read(), 'it has begun').toMatchObject({ done: false })
  await t.close()
  for (let part = await reader?.read(); part && !part.done;) part = await reader?.read()
}, 20_000)
