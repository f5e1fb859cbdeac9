import { operator } from '@imperium/contract/billing/operator.ts'
import { downloadFile } from '../../../lib/download.ts'
import { t } from '../../../lib/words.ts'
import { MonthMenu } from '../../../ui/page/month-menu.tsx'

/** The operator's return of a month for the GST portal. */
export const GstMenu = () => (
  <MonthMenu
    label={t('GST return')}
    failure={t('The GST return could not be exported')}
    download={(month) => downloadFile(operator.exportGst, { query: { month } })}
  />
)
