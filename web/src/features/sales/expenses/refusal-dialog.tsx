import { Modal } from '@mantine/core'
import { describeError } from '../../../lib/api-error.ts'
import { t } from '../../../lib/words.ts'
import classes from '../sales.module.css'

/** Why the file was not taken: each rule that it breaks. */
export function RefusalDialog({ error, onClose }: { error: Error; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('The e-invoice could not be read')}
      size={560}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <ul className={classes.missing}>
        {describeError(error).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Modal>
  )
}
