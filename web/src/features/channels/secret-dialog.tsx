import { Button, Modal } from '@mantine/core'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { CopyField } from './copy-field.tsx'
import styles from '../../ui/styles.module.css'

/** Shows a newly created secret once. Only its button closes the dialog: a stray key or click must not lose it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} size="560px" closeOnClickOutside={false} closeOnEscape={false}>
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Your signing secret')}</Modal.Title>
        </Modal.Header>
        <Modal.Body className={styles.stack}>
          <p className={styles.textWrap}>{t('Your server checks our requests with it. Copy it now; it is never shown again.')}</p>
          <CopyField label={t('Signing secret')} value={secret} />
          <div className={styles.buttons}>
            <Button onClick={onClose}>{t('Done')}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
