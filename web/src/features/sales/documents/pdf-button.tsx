import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../../lib/words.ts'

/** Downloads a document as PDF. */
export function PdfButton({ download, label = t('PDF') }: { download: () => Promise<void>; label?: string }) {
  const downloading = useMutation({ mutationFn: download, meta: { failure: t('The PDF could not be made') } })
  return (
    <Button variant="default" loading={downloading.isPending} onClick={() => downloading.mutate()}>
      {label}
    </Button>
  )
}
