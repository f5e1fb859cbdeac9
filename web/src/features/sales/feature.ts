import {
  IconBook2,
  IconFileDescription,
  IconFileInvoice,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconShoppingCart,
} from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Quotations'), path: 'sales-quotation', icon: IconFileDescription, permission: 'sales:read', group: 'sales', order: 5 },
    { label: t('Sales Order'), path: 'sales-order', icon: IconShoppingCart, permission: 'sales:read', group: 'sales', order: 10 },
    { label: t('Sales Invoice'), path: 'sales-invoice', icon: IconFileInvoice, permission: 'sales:read', group: 'sales', order: 20 },
    { label: t('Recurring Invoices'), path: 'sales-recurring', icon: IconRepeat, permission: 'sales:read', group: 'sales', order: 30 },
    { label: t('Products'), path: 'sales-product', icon: IconPackage, permission: 'sales:read', group: 'sales', order: 40 },
    { label: t('Expenses'), path: 'sales-expense', icon: IconReceipt, permission: 'sales:read', group: 'sales', order: 50 },
    { label: t('Sales Registers'), path: 'sales-register', icon: IconBook2, permission: 'sales:read', group: 'sales', order: 60 },
  ],
  creations: [
    {
      id: 'sales-quotation.create',
      label: t('Quotation'),
      command: t('Create a quotation'),
      icon: IconFileDescription,
      path: 'sales-quotation?create=true',
      permission: 'sales:write',
      order: 69,
    },
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
  searchIcons: { 'sales-quotation': IconFileDescription, 'sales-order': IconShoppingCart, 'sales-invoice': IconFileInvoice },
}
