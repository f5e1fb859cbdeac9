import { Button } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { useCopy } from '../../../ui/text/use-copy.ts'

/** Copies the address of the customer's page. */
export function CopyLinkButton({ url }: { url: string }) {
  const { copied, copy } = useCopy()
  return (
    <Button variant="default" onClick={() => copy(url)}>
      {copied ? t('Copied') : t('Copy link')}
    </Button>
  )
}
