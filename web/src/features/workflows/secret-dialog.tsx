import { Button, Modal } from '@mantine/core'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { t } from '../../lib/words.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { webhookCall } from './detail/webhook-call.ts'
import styles from '../../ui/styles.module.css'
import classes from './detail/workflow.module.css'

interface SecretDialogProps {
  secret: string
  /** Address and check of the webhook, for a call that works as it stands. */
  url: string | null
  check: Json
  onClose: () => void
}

/** Shows a newly created secret once. Only its button closes the dialog: a stray key or click must not lose it. */
export function SecretDialog({ secret, url, check, onClose }: SecretDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size="640px" closeOnClickOutside={false} closeOnEscape={false}>
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('The secret of the webhook')}</Modal.Title>
        </Modal.Header>
        <Modal.Body className={styles.stackShrink ?? ''}>
          <p className={styles.text}>{t('Callers of the URL authenticate with it. Copy it now: it is never shown again.')}</p>
          <CodeBlock code={secret} label={t('secret of the webhook')} />
          {url !== null && (
            <>
              <p className={styles.text}>{t('Try it: paste this into a terminal. It starts a run.')}</p>
              <CodeBlock code={webhookCall(url, check, secret)} label={t('call with the secret')} />
            </>
          )}
          <div className={classes.end}>
            <Button onClick={onClose}>{t('Done')}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
