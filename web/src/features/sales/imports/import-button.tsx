import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import type { Importing } from './import-dialog.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

const documentHead = 'Reference,Contact,Date,Due date,Currency,SKU,Description,Quantity,Unit price,Tax %,Notes\n'
const documentRows = 'A-1,ada@example.com,,,INR,,Consulting,2,500.00,18,\nA-1,ada@example.com,,,,,Travel,1,120.50,18,\n'

/** What can be imported, and how its file looks. */
const imports = {
  orders: {
    title: t('Import sales orders'),
    hint: t(
      'One row for each line. Rows with the same reference become one document. Contacts are found by email address or phone number.',
    ),
    example: documentHead + documentRows,
    operation: salesOrders.importList,
  },
  invoices: {
    title: t('Import invoices'),
    hint: t(
      'One row for each line. Rows with the same reference become one document. Contacts are found by email address or phone number.',
    ),
    example: documentHead + documentRows,
    operation: salesInvoices.importList,
  },
  products: {
    title: t('Import products'),
    hint: t('One row for each product. A product with a known SKU is changed.'),
    example: 'Name,SKU,HSN/SAC,Currency,Unit price,Other prices,Tax %,Stock\nDesk,D-1,9403,INR,12050.00,USD 145.00,18,5\n',
    operation: salesProducts.importList,
  },
}

/** Opens the import, for those who may write sales documents. */
export function ImportButton({ of }: { of: keyof typeof imports }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useGate('sales:write')
  if (!useCan('sales:write')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => setOpen(true)}
      >
        {t('Import')}
      </Button>
      <Overlays open={isOpen ? of : ''}>
        {isOpen && <ImportDialog {...(imports[of] as unknown as Importing)} onClose={() => setOpen(false)} />}
      </Overlays>
    </>
  )
}
