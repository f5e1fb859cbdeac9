/** Prices are in the smallest unit of the organization's currency. */
export const demoProducts = [
  { name: 'Herb garden set (demo)', sku: 'DEMO-HERB', unitPrice: 3_900 },
  { name: 'Olive tree, 120 cm (demo)', sku: 'DEMO-OLIVE', unitPrice: 8_900 },
  { name: 'Raised bed, larch (demo)', sku: 'DEMO-BED', unitPrice: 14_900 },
  { name: 'Watering system (demo)', sku: 'DEMO-WATER', unitPrice: 21_900 },
  { name: 'Garden plan, one hour (demo)', sku: 'DEMO-PLAN', unitPrice: 9_500 },
] as const

/** How orders of past weeks stand: the older, the more of them are completed. */
export const demoOrderCount = 24
export const demoOrderDays = 42

interface DemoQuotation {
  notes: string
  lines: readonly (readonly [product: number, quantity: number])[]
}

export const demoQuotations: readonly DemoQuotation[] = [
  {
    notes: 'A terrace with two olive trees.',
    lines: [
      [1, 2],
      [4, 1],
    ],
  },
  {
    notes: 'Watering for a roof garden.',
    lines: [
      [3, 1],
      [4, 2],
    ],
  },
  { notes: 'Six raised beds for a school.', lines: [[2, 6]] },
]

export const demoDocuments = [
  {
    name: 'Delivery and returns (demo).md',
    text: '# Delivery and returns\n\n## How long does delivery take?\n\nOrders leave our warehouse within one working day. Delivery takes two working days in Germany and Austria, and three to five in the rest of the EU.\n\n## Can plants be returned?\n\nPlants can be returned within 14 days if they arrive damaged. Send a photo of the parcel; we replace them or refund the price.\n',
  },
  {
    name: 'Plant care (demo).md',
    text: '# Plant care\n\n## Olive trees\n\nWater an olive tree once a week in summer and every three weeks in winter. It stands temperatures down to -8 °C if the pot is wrapped.\n\n## Raised beds\n\nFill a raised bed with branches, leaves, compost and soil, in this order. Renew the top 20 cm every three years.\n',
  },
  {
    name: 'Prices and payment (demo).csv',
    text: 'Service,Price,Unit\nGarden plan,95.00,hour\nAssembly of a raised bed,49.00,piece\nDelivery to the doorstep,9.90,order\n',
  },
] as const

/** It answers invented results without the internet: no account, no key, nothing to pay. */
export const demoConnection = { connectorId: 'web_search_sandbox', name: 'Web search (demo)' } as const

/** The address belongs to no service, and the webhook is switched off: nothing is sent there. */
export const demoWebhook = {
  name: 'Orders to the warehouse (demo)',
  url: 'https://warehouse.example.com/imperium',
  description: 'Switched off: it shows what deliveries look like.',
  events: ['campaign.completed', 'workflow.run.completed', 'workflow.run.failed'],
} as const
