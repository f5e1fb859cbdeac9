import { Button, Modal } from '@mantine/core'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { MailboxLink } from './mailbox-link.tsx'
import { useResendVerification } from './use-resend-verification.ts'
import styles from '../../ui/styles.module.css'
import classes from './password.module.css'

interface OwnAddressDialogProps {
  onClose: () => void
  /** Looks again whether the address is verified. */
  onCheck: () => void
}

/** Helps to verify one's own address without leaving the page. */
export function OwnAddressDialog({ onClose, onCheck }: OwnAddressDialogProps) {
  const { email } = useUser()
  const resend = useResendVerification()
  return (
    <Modal.Root opened onClose={onClose} size="480px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Verify your email address')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body className={classes.verify}>
          <p>{t('Verify your email address: open the link that we sent to {email}.', { email })}</p>
          <MailboxLink />
          <div className={styles.buttons}>
            <Button variant="default" disabled={resend.isPending} onClick={() => resend.mutate({})}>
              {resend.isPending ? t('Sending...') : t('Send again')}
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                onCheck()
                onClose()
              }}
            >
              {t('I have opened the link')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
