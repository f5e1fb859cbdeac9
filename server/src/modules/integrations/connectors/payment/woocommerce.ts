import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, newestFirst, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const mostPolled = 50

/** Times are those of the shop, without a zone. */
const shifted = (time: string, seconds: number): string => new Date(Date.parse(`${time}Z`) + seconds * 1_000).toISOString().slice(0, 19)

/** https://woocommerce.github.io/woocommerce-rest-api-docs */
export const woocommerce = defineConnector({
  id: 'woocommerce',
  name: 'WooCommerce',
  category: 'Payment',
  description: 'Reads and changes orders of your shop, and starts workflows with new ones.',
  baseUrl: '{site}/wp-json/wc/v3',
  auth: [
    basic({
      user: { key: 'consumerKey', label: 'Consumer key', placeholder: 'ck_…', isSecret: true },
      label: 'Consumer secret',
      placeholder: 'cs_…',
      fields: [{ key: 'site', label: 'Address of the shop', kind: 'address', placeholder: 'https://shop.example.com' }],
    }),
  ],
  test: { request: { path: '/system_status', query: { _fields: 'environment' } }, account: (body) => at(body, 'environment.site_url') },
  actions: {
    get_order: action({
      title: 'Read an order',
      description: 'Answers an order with its lines and addresses.',
      input: z.object({ id: z.int().min(1).meta({ title: 'Number of the order' }) }),
      method: 'GET',
      request: ({ id }) => ({ path: path`/orders/${id}` }),
      sample: { id: 727, status: 'processing', total: '29.35', billing: { email: 'john.doe@example.com' } },
    }),
    update_order: action({
      title: 'Change the status of an order',
      description: 'Sets the status and answers the order.',
      input: z.object({
        id: z.int().min(1).meta({ title: 'Number of the order' }),
        status: z.enum(['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed']).meta({ title: 'Status' }),
      }),
      method: 'PUT',
      request: ({ id, status }) => ({ path: path`/orders/${id}`, json: { status } }),
      isRepeatable: true,
      sample: { id: 727, status: 'completed' },
    }),
  },
  triggers: {
    new_order: pollTrigger({
      title: 'New order',
      description: 'Starts with each new order.',
      input: z.object({ status: z.string().optional().meta({ title: 'Only this status', description: 'For example processing' }) }),
      request: ({ status }, cursor) => ({
        path: '/orders',
        // `after` leaves out its own second, in which more orders may have come.
        query: {
          per_page: mostPolled,
          orderby: 'date',
          order: cursor ? 'asc' : 'desc',
          status,
          after: cursor ? shifted(cursor, -1) : undefined,
        },
      }),
      items: (body) => newestFirst(listAt(body, ''), 'date_created'),
      id: (order) => textAt(order, 'id'),
      cursor: (orders, before) => {
        const newest = textAt(orders[0], 'date_created') || before
        // A full page of one second would be the same page for ever.
        return newest !== null && newest === before && orders.length >= mostPolled ? shifted(newest, 1) : newest
      },
      sample: { id: 727, status: 'processing', date_created: '2017-03-22T16:28:02', total: '29.35', currency: 'USD' },
    }),
  },
})
