import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, check, connectionOf, poll, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { woocommerce } from './woocommerce.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const connection = connectionOf(woocommerce, { consumerKey: 'ck_123456', apiKey: 'cs_654321', site: 'https://shop.example.com/' })

test('tests with both keys', async () => {
  stub.respond({ body: { environment: { site_url: 'https://shop.example.com' } } })
  expect(await check(stub, connection)).toBe('https://shop.example.com')
  const authorization = `Basic ${Buffer.from('ck_123456:cs_654321').toString('base64')}`
  expect(stub.last()).toMatchObject({ url: 'https://shop.example.com/wp-json/wc/v3/system_status', headers: { authorization } })
})

test('changes an order, its number as text from a form, and hides a secret that is echoed', async () => {
  stub.respond({ body: { id: 727, status: 'completed', note: 'by cs_654321' } })
  expect(await act(stub, connection, 'update_order', { id: '727', status: 'completed' })).toMatchObject({ note: 'by [redacted]' })
  expect(stub.last()).toMatchObject({
    method: 'PUT',
    url: 'https://shop.example.com/wp-json/wc/v3/orders/727',
    body: { status: 'completed' },
  })
  stub.respond({ status: 400, body: { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' } })
  await expect(act(stub, connection, 'get_order', { id: 1 })).rejects.toThrow('400: Invalid ID.')
})

test('finds new orders by the time of their creation, and with a status by their last change', async () => {
  const before = '2017-03-01T00:00:00'
  const dates = (created: string, changed = created) => ({
    date_created_gmt: `2017-03-${created}`,
    date_modified_gmt: `2017-03-${changed}`,
  })
  const full = Array.from({ length: 100 }, (_, id) => ({ id, ...dates('22T16:28:02') }))
  stub.respond({ body: full }, { body: [{ id: 728, ...dates('22T16:28:02') }] })
  const all = await poll(stub, connection, 'new_order', {}, before)
  expect([all.items.length, all.items.at(-1)?.id]).toEqual([101, '728'])
  const query = { per_page: '100', order: 'asc', dates_are_gmt: 'true', page: '2' }
  expect(stub.last().query).toEqual({ ...query, orderby: 'date', after: '2017-02-28T23:59:59' })
  // An order that is paid days after it came, behind others.
  const orders = [
    { id: 7, status: 'processing', ...dates('01T10:00:00', '24T10:00:00') },
    { id: 8, status: 'pending', ...dates('24T09:00:00') },
  ]
  stub.respond({ body: orders })
  const paid = await poll(stub, connection, 'new_order', { status: 'processing' }, before)
  expect(paid.items.map(({ id }) => id)).toEqual(['7'])
  expect(stub.last().query).toMatchObject({ orderby: 'id', modified_after: '2017-02-28T23:59:59' })
  expect((await poll(stub, connection, 'new_order', { status: 'processing' }, paid.cursor)).items).toEqual([])
})

test('finds an order that gets its status a few minutes after it was read without it', async () => {
  let cursor: string | null = null
  const pollAt = async (time: string, order: object) => {
    const now = new Date(`2026-11-24T${time}Z`)
    stub.respond({ body: [{ id: 7, date_created_gmt: '2026-11-24T10:04:00', ...order }], headers: { date: now.toUTCString() } })
    const at = { ...stub, outside: { ...stub.outside, now: () => now } }
    const read = await poll(at, connection, 'new_order', { status: 'processing' }, cursor)
    cursor = read.cursor
    return read.items.map(({ id }) => id)
  }
  expect(await pollAt('10:05:00', { status: 'pending', date_modified_gmt: '2026-11-24T10:04:00' })).toEqual([])
  const paid = { status: 'processing', date_modified_gmt: '2026-11-24T10:07:00' }
  expect(await pollAt('10:10:00', paid)).toEqual(['7'])
  expect(await pollAt('10:15:00', paid)).toEqual([])
})
