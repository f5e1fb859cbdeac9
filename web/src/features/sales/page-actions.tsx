import { Button } from '@mantine/core'
import { IconFileDownload, IconSettings } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface PageActionsProps {
  /** Downloads the list as CSV. */
  download: () => Promise<void>
  failure: string
  onSettings: () => void
}

/** Export, and the settings of sales for those who may change them. */
export function PageActions({ download, failure, onSettings }: PageActionsProps) {
  const exporting = useMutation({ mutationFn: download, meta: { failure } })
  const mayExport = useCan('sales:write')
  const mayManage = useCan('sales:manage')
  return (
    <>
      {mayManage && (
        <Button variant="default" leftSection={<IconSettings {...symbol} />} onClick={onSettings}>
          {t('Sales settings')}
        </Button>
      )}
      {mayExport && (
        <Button
          variant="default"
          leftSection={<IconFileDownload {...symbol} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('Export')}
        </Button>
      )}
    </>
  )
}
