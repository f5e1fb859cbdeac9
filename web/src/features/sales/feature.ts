import { IconFileInvoice, IconShoppingCart } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Sales Order'), path: 'sales-order', icon: IconShoppingCart, permission: 'sales:read', group: 'sales', order: 10 },
    { label: t('Sales Invoice'), path: 'sales-invoice', icon: IconFileInvoice, permission: 'sales:read', group: 'sales', order: 20 },
  ],
  creations: [
    {
      id: 'sales-order.create',
      label: t('Sales Order'),
      command: t('Create a sales order'),
      icon: IconShoppingCart,
      path: 'sales-order?create=true',
      permission: 'sales:write',
      order: 70,
    },
    {
      id: 'sales-invoice.create',
      label: t('Sales Invoice'),
      command: t('Create a sales invoice'),
      icon: IconFileInvoice,
      path: 'sales-invoice?create=true',
      permission: 'sales:write',
      order: 71,
    },
  ],
  searchIcons: { 'sales-order': IconShoppingCart, 'sales-invoice': IconFileInvoice },
}
