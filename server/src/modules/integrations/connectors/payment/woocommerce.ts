import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const mostPolled = 100

const secondBefore = (time: number): string => new Date(time - 1_000).toISOString().slice(0, 19)

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
      // An order gets its status later than it is created, so with one it counts from its last change. `after` leaves out its own second.
      pages: {
        request: ({ status }, since) => ({
          path: '/orders',
          query: {
            per_page: mostPolled,
            order: 'asc',
            orderby: status ? 'id' : 'date',
            dates_are_gmt: true,
            ...(since !== null && { [status ? 'modified_after' : 'after']: secondBefore(since) }),
          },
        }),
        items: (body) => listAt(body, ''),
        next: (body, request) =>
          listAt(body, '').length < mostPolled
            ? null
            : { ...request, query: { ...request.query, page: Number(request.query?.['page'] ?? 1) + 1 } },
        time: (order, { status }) => textAt(order, status ? 'date_modified_gmt' : 'date_created_gmt'),
        isSorted: false,
      },
      isWanted: (order, { status }) => !status || textAt(order, 'status') === status.replace(/^wc-/, ''),
      id: (order) => textAt(order, 'id'),
      sample: { id: 727, status: 'processing', date_created_gmt: '2017-03-22T16:28:02', total: '29.35', currency: 'USD' },
    }),
  },
})
