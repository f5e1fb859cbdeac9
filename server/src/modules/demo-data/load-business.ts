import { knowledge } from '@imperium/contract/knowledge.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import { integrations } from '@imperium/contract/integrations.ts'
import { webhooks } from '@imperium/contract/webhooks.ts'
import { Upload } from '../../platform/operations/upload.ts'
import { backdateConnection } from '../integrations/index.ts'
import { recordPastDeliveries } from '../webhooks/index.ts'
import type { Loading } from './loading.ts'
import { repeatable } from './people.ts'
import { demoConnection, demoDocuments, demoOrderCount, demoOrderDays, demoProducts, demoQuotations, demoWebhook } from './sales-content.ts'

const dayMs = 86_400_000

/** Products, orders of the past weeks, and drafts of quotations and invoices. Nothing is issued or sent: serials belong to real invoices. */
export async function loadSales({ platform, invoke, records, reach }: Loading, contacts: readonly Contact[]): Promise<void> {
  const products: SalesProduct[] = []
  for (const body of demoProducts) {
    const product = await invoke(salesProducts.create, { body })
    records.products.push(product.id)
    products.push(product)
  }
  const lineOf = (index: number, quantity: number) => {
    const { id, name, unitPrice } = products[index % products.length] ?? { id: null, name: '', unitPrice: 0 }
    return { productId: id, description: name, quantity, unitPrice }
  }
  await reach(91)
  const random = repeatable(7)
  for (let index = 0; index < demoOrderCount; index++) {
    const contact = contacts[index * 29]
    if (!contact) return
    const daysAgo = Math.round(demoOrderDays * (1 - index / demoOrderCount))
    const date = new Date(platform.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
    const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => lineOf(Math.floor(random() * 5), 1 + Math.floor(random() * 4)))
    const { id } = await invoke(salesOrders.create, { body: { contactId: contact.id, date, lines } })
    records.orders.push(id)
    const params = { params: { id } }
    if (random() < 0.08) await invoke(salesOrders.cancel, params)
    else if (daysAgo > 4) {
      await invoke(salesOrders.confirm, params)
      if (daysAgo > 12) await invoke(salesOrders.complete, params)
      if (index % 4 === 0) records.invoices.push((await invoke(salesOrders.createInvoice, { ...params, body: {} })).id)
    }
    await reach(91 + Math.floor(index / 8))
  }
  for (const [index, { notes, lines }] of demoQuotations.entries()) {
    const contact = contacts[index * 31 + 5]
    if (!contact) return
    const body = { contactId: contact.id, notes, lines: lines.map(([product, quantity]) => lineOf(product, quantity)) }
    records.quotations.push((await invoke(salesQuotations.create, { body })).id)
  }
  await reach(95)
}

/** Documents that agents can search; they are read in the background. */
export async function loadDocuments({ invoke, records, reach }: Loading): Promise<void> {
  for (const { name, text } of demoDocuments) {
    const body = new Upload('application/octet-stream', Buffer.from(text))
    records.documents.push((await invoke(knowledge.uploadDocument, { query: { name }, body })).id)
  }
  await reach(97)
}

/** A connection of four weeks; only for those who may connect services. */
export async function loadConnection({ platform, caller, invoke, records, reach }: Loading): Promise<void> {
  if (!caller.may('integrations:connect')) return
  const { id } = await invoke(integrations.connect, { body: demoConnection })
  records.connections.push(id)
  await reach(98)
  const now = platform.clock.now().getTime()
  await caller.inOrg((tx) => backdateConnection(tx, id, new Date(now - 28 * dayMs), new Date(now - dayMs / 8)))
}

/** A webhook that is switched off, with the deliveries of four weeks. */
export async function loadWebhook({ platform, caller, invoke, records, reach }: Loading): Promise<void> {
  const { id, url } = await invoke(webhooks.create, { body: demoWebhook })
  records.webhooks.push(id)
  await reach(98)
  await invoke(webhooks.update, { params: { id }, body: { isEnabled: false } })
  const random = repeatable(5)
  const now = platform.clock.now().getTime()
  const deliveries = Array.from({ length: 56 }, (_each, index) => {
    const dice = random()
    return {
      event: demoWebhook.events[index % demoWebhook.events.length] ?? demoWebhook.events[0],
      at: new Date(now - (56 - index) * (dayMs / 2) + Math.floor(random() * 3_600_000)),
      latencyMs: 80 + Math.floor(random() ** 3 * 2_000),
      statusCode: dice < 0.03 ? null : dice < 0.07 ? 503 : 200,
    }
  })
  await caller.inOrg((tx) => recordPastDeliveries(tx, { id, url }, deliveries))
}
