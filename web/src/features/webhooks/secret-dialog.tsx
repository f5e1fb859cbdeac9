import { Button, Modal } from '@mantine/core'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

/** Shows a new secret. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} size="560px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Your signing secret')}</Modal.Title>
        </Modal.Header>
        <Modal.Body className={`${styles.stack12} ${classes.stack}`}>
          <p className={styles.textWrap}>{t('Your application uses it to check that a call comes from us. Keep it out of your code.')}</p>
          <CodeBlock label={t('Signing secret')} code={secret} />
          <div className={classes.buttons}>
            <Button onClick={onClose}>{t('Done')}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
