import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'

const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }))

/** Shows a quotation or an order as it is printed. */
export function PrintButton({ of, id }: { of: 'quotation' | 'order'; id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Print')}
      </Button>
      <Overlays open={isOpen ? id : ''}>{isOpen && <PrintDialog of={of} id={id} onClose={() => setOpen(false)} />}</Overlays>
    </>
  )
}
