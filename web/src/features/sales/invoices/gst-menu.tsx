import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { downloadFile } from '../../../lib/download.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { MonthMenu } from '../../../ui/page/month-menu.tsx'

/** The return of a month for the GST portal. */
export function GstMenu() {
  const mayExport = useCan('sales:write')
  if (!mayExport) return null
  return (
    <MonthMenu
      label={t('GST return')}
      failure={t('The GST return could not be exported')}
      download={(month) => downloadFile(salesInvoices.exportGst, { query: { month } })}
    />
  )
}
