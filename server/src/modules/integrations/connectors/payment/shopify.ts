import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ApiRequest } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { hmacOfBody } from '../../kit/verify-call.ts'

const gid = (title: string, kind: string) =>
  z
    .string()
    .regex(/^(gid:\/\/shopify\/\w+\/)?\d{1,20}$/, 'Use the number, or the whole gid')
    .transform((value) => (value.startsWith('gid:') ? value : `gid://shopify/${kind}/${value}`))
    .meta({ title })
const ask = (query: string, variables: object = {}): Pick<ApiRequest, 'path' | 'json'> => ({
  path: '/graphql.json',
  json: { query, variables },
})
const search = z.string().max(500).default('').meta({ title: 'Search', description: 'As financial_status:paid or name:#1001' })
const limit = z.int().min(1).max(500).default(50).meta({ title: 'At most' })
const order = 'id name email createdAt displayFinancialStatus displayFulfillmentStatus totalPriceSet { shopMoney { amount currencyCode } }'

/** A list by its name in GraphQL, over pages. */
const pagesOf = (name: string) => ({
  items: (body: unknown) => listAt(body, `data.${name}.nodes`),
  next: (body: unknown, request: ApiRequest): ApiRequest | null => {
    if (at(body, `data.${name}.pageInfo.hasNextPage`) !== true) return null
    const { query, variables } = request.json as { query: string; variables: object }
    return { ...request, json: { query, variables: { ...variables, after: at(body, `data.${name}.pageInfo.endCursor`) } } }
  },
  limit: (input: { limit: number }) => input.limit,
})
const listQuery = (name: string, fields: string) =>
  `query ($first: Int!, $after: String, $query: String) { ${name}(first: $first, after: $after, query: $query, reverse: true) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`

/** Wrong values of a mutation come with status 200. */
const userErrors = (body: unknown): readonly unknown[] =>
  Object.values((at(body, 'data') as object | null | undefined) ?? {}).flatMap((each) => listAt(each, 'userErrors'))

/** https://shopify.dev/docs/api/admin-graphql */
export const shopify = defineConnector({
  id: 'shopify',
  name: 'Shopify',
  category: 'Payment',
  description: 'Reads orders and products, writes customers and tags, and starts workflows with new orders.',
  isPopular: true,
  baseUrl: 'https://{shop}.myshopify.com/admin/api/2026-07',
  auth: [
    keyIn(
      { headers: { 'x-shopify-access-token': '{apiKey}' } },
      {
        label: 'Admin API access token',
        placeholder: 'shpat_…',
        hint: 'Of a custom app with read_orders, write_orders, read_products, read_customers and write_customers.',
        fields: [{ key: 'shop', label: 'Shop', kind: 'host', placeholder: 'acme, of acme.myshopify.com' }],
      },
    ),
  ],
  errors: {
    isFailure: (body) => listAt(body, 'errors').length > 0 || userErrors(body).length > 0,
    message: (body) => at(body, 'errors.0.message') ?? at(userErrors(body)[0], 'message') ?? at(body, 'errors'),
  },
  test: { request: { method: 'POST', ...ask('{ shop { name } }') }, account: (body) => at(body, 'data.shop.name') },
  actions: {
    list_orders: action({
      title: 'Find orders',
      description: 'Lists orders, the newest first.',
      input: z.object({ search, limit }),
      method: 'POST',
      isReadOnly: true,
      request: (input) => ask(listQuery('orders', order), { first: Math.min(input.limit, 50), query: input.search }),
      pages: pagesOf('orders'),
      sample: { items: [{ id: 'gid://shopify/Order/148977776', name: '#1001', email: 'ada@example.com' }] },
    }),
    get_order: action({
      title: 'Read an order',
      description: 'Answers an order with its lines.',
      input: z.object({ id: gid('Order', 'Order') }),
      method: 'POST',
      isReadOnly: true,
      request: (input) =>
        ask(`query ($id: ID!) { order(id: $id) { ${order} lineItems(first: 100) { nodes { title quantity sku } } } }`, { id: input.id }),
      read: (body) => at(body, 'data.order'),
      sample: { id: 'gid://shopify/Order/148977776', name: '#1001', lineItems: { nodes: [{ title: 'Cup', quantity: 2 }] } },
    }),
    list_products: action({
      title: 'Find products',
      description: 'Lists products, the newest first.',
      input: z.object({ search, limit }),
      method: 'POST',
      isReadOnly: true,
      request: (input) =>
        ask(listQuery('products', 'id title handle status totalInventory'), { first: Math.min(input.limit, 50), query: input.search }),
      pages: pagesOf('products'),
      sample: { items: [{ id: 'gid://shopify/Product/1', title: 'Cup', status: 'ACTIVE' }] },
    }),
    create_customer: action({
      title: 'Create a customer',
      description: 'Creates a customer and answers it with its id.',
      input: z.object({
        email: z.email().meta({ title: 'Email' }),
        firstName: z.string().max(255).optional().meta({ title: 'First name' }),
        lastName: z.string().max(255).optional().meta({ title: 'Last name' }),
        tags: z.array(z.string().max(255)).max(250).optional().meta({ title: 'Tags' }),
      }),
      method: 'POST',
      request: (input) =>
        ask('mutation ($input: CustomerInput!) { customerCreate(input: $input) { customer { id email } userErrors { field message } } }', {
          input,
        }),
      read: (body) => at(body, 'data.customerCreate.customer'),
      sample: { id: 'gid://shopify/Customer/1', email: 'ada@example.com' },
    }),
    add_order_tags: action({
      title: 'Tag an order',
      description: 'Adds tags to an order.',
      input: z.object({ id: gid('Order', 'Order'), tags: z.array(z.string().min(1).max(40)).min(1).max(50).meta({ title: 'Tags' }) }),
      method: 'POST',
      isRepeatable: true,
      request: (input) =>
        ask('mutation ($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { message } } }', input),
      read: (body) => at(body, 'data.tagsAdd.node'),
      sample: { id: 'gid://shopify/Order/148977776' },
    }),
  },
  triggers: {
    new_order: hookTrigger({
      title: 'New order',
      description: 'Starts with each new order.',
      input: z.object({}),
      setup: 'Settings, Notifications, Webhooks: "Order creation" as JSON with this address; the key shown there goes here.',
      verify: hmacOfBody({ header: 'x-shopify-hmac-sha256', encoding: 'base64' }),
      items: ({ headers, body }) => (headers['x-shopify-topic'] === 'orders/create' ? [body] : []),
      id: (item) => textAt(item, 'id'),
      sample: { id: 820982911, name: '#9999', email: 'jon@example.com', total_price: '403.00', currency: 'USD' },
    }),
  },
})
