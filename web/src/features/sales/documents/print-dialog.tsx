import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { styleMail } from '../../../ui/text/style-mail.ts'
import { documentQueries } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface PrintDialogProps {
  of: keyof typeof documentQueries
  id: string
  creditNoteId?: string
  onClose: () => void
}

const titles: Record<keyof typeof documentQueries, string> = {
  invoice: t('Print invoice'),
  credit: t('Print credit note'),
  quotation: t('Print quotation'),
  order: t('Print order'),
}

/** The document as it is printed. The frame runs no scripts; this page may only ask it to print. */
export function PrintDialog({ of, id, creditNoteId = '', onClose }: PrintDialogProps) {
  const { data, error, refetch } = useQuery(documentQueries[of](id, creditNoteId))
  const frame = useRef<HTMLIFrameElement>(null)
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return (
    <Modal opened onClose={onClose} title={titles[of]} size={860} radius="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.section}>
        {error && !data && <ErrorState plain error={error} title={t('The document could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={420} radius={10} />}
        {data && (
          <iframe
            ref={frame}
            title={t('The document')}
            className={classes.frame}
            sandbox="allow-same-origin allow-modals"
            srcDoc={styleMail(data.html, nonce)}
          />
        )}
        <div className={styles.wrapped}>
          <Button disabled={!data} onClick={() => frame.current?.contentWindow?.print()}>
            {t('Print')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
