import { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import type { SystemEntity } from '../entities/index.ts'

/** The nouns of sales that are listed among the entities. */
export const salesEntities: readonly SystemEntity[] = [
  {
    name: 'products',
    displayName: 'Products',
    description: 'What the organization sells, with its prices.',
    category: 'master',
    module: 'sales',
    tableName: 'sales_products',
    schema: SalesProduct,
    unique: ['id', 'sku'],
    order: 2,
  },
  {
    name: 'orders',
    displayName: 'Orders',
    description: 'What customers ordered.',
    category: 'transactional',
    module: 'sales',
    tableName: 'sales_orders',
    schema: SalesOrder,
    unique: ['id', 'number'],
    order: 3,
  },
  {
    name: 'invoices',
    displayName: 'Invoices',
    description: 'What customers owe and have paid.',
    category: 'transactional',
    module: 'sales',
    tableName: 'sales_invoices',
    schema: SalesInvoice,
    unique: ['id', 'number'],
    order: 4,
  },
]
