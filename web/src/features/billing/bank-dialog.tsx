import { Button, Modal } from '@mantine/core'
import { t } from '../../lib/words.ts'
import { FactList } from '../../ui/text/fact-list.tsx'
import type { Payment } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'

interface BankDialogProps {
  payment: Payment
  /** Where the transfer goes. */
  lines: readonly string[]
  onClose: () => void
}

/** What to transfer, to which account and with which reference. */
export function BankDialog({ payment, lines, onClose }: BankDialogProps) {
  const { amount, currency, receipt } = payment.order
  return (
    <Modal opened onClose={onClose} title={t('Bank transfer')} size={440} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.checkout}>
        <FactList
          facts={[
            [t('For'), payment.name],
            [t('Amount'), formatPrice(amount, currency)],
            [t('Reference'), receipt],
            [t('To'), lines.map((line) => <div key={line}>{line}</div>)],
          ]}
        />
        <p className={styles.textPlain}>
          {t('Write the reference in the transfer. The plan begins when the operator has seen the money.')}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
