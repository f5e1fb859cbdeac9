import { Button } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { CopyLinkButton } from './copy-link-button.tsx'

interface LinkButtonsProps {
  url: string
  /** Undefined for those who may not. */
  onRevoke: (() => void) | undefined
  loading: boolean
}

/** The customer's page: its address, and the way to make all addresses so far useless. */
export function LinkButtons({ url, onRevoke, loading }: LinkButtonsProps) {
  async function ask(revoke: () => void): Promise<void> {
    const message = t('Links that were sent or copied so far stop working. Send the document again to give the customer the new link.')
    if (await confirm({ title: t('Revoke link'), message, action: t('Revoke link') })) revoke()
  }
  return (
    <>
      <CopyLinkButton url={url} />
      {onRevoke && (
        <Button variant="default" loading={loading} onClick={() => void ask(onRevoke)}>
          {t('Revoke link')}
        </Button>
      )}
    </>
  )
}
