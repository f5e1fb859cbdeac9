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

test('finds new orders after the newest', async () => {
  stub.respond({ body: [{ id: 728, date_created: '2017-03-22T16:28:02' }] })
  expect(await poll(stub, connection, 'new_order', { status: 'processing' }, '2017-03-01T00:00:00')).toEqual({
    items: [{ id: '728', data: { id: 728, date_created: '2017-03-22T16:28:02' } }],
    cursor: '2017-03-22T16:28:02',
  })
  expect(stub.last().query).toEqual({ per_page: '50', orderby: 'date', order: 'asc', status: 'processing', after: '2017-02-28T23:59:59' })
  // The oldest of many first, and the newest of these is where it goes on; a page of one second does not come again for ever.
  const orders = Array.from({ length: 50 }, (_, index) => ({
    id: index,
    date_created: `2017-03-23T00:00:${String(index).padStart(2, '0')}`,
  }))
  stub.respond({ body: orders }, { body: orders.map(({ id }) => ({ id, date_created: '2017-03-23T00:00:49' })) })
  const many = await poll(stub, connection, 'new_order', {}, '2017-03-22T16:28:02')
  expect([many.items[0]?.id, many.items.length, many.cursor]).toEqual(['49', 50, '2017-03-23T00:00:49'])
  expect((await poll(stub, connection, 'new_order', {}, many.cursor)).cursor).toBe('2017-03-23T00:00:50')
})
