import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { operator } from '@imperium/contract/billing/operator.ts'
import { downloadFile } from '../../../lib/download.ts'
import { monthLabel, recentMonths } from '../../../lib/months.ts'
import { t } from '../../../lib/words.ts'

/** The return of a month for the GST portal. */
export function GstMenu() {
  const download = useMutation({
    mutationFn: (month: string) => downloadFile(operator.exportGst, { query: { month } }),
    meta: { failure: t('The GST return could not be exported') },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={download.isPending}>
          {t('GST return')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {recentMonths(new Date(), 6).map((month) => (
          <Menu.Item key={month} onClick={() => download.mutate(month)}>
            {monthLabel(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
