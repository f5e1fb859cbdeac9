import { Modal } from '@mantine/core'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { LayoutPicker } from './layout-picker.tsx'
import classes from './layouts.module.css'

interface LayoutDialogProps {
  onClose: () => void
  onPick: (design: EmailDesign) => void
}

/** Replaces the design by a layout; undo brings it back. */
export function LayoutDialog({ onClose, onPick }: LayoutDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size="880px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Layouts')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
          <p className={classes.hint}>{t('The layout replaces the current content. Undo restores it.')}</p>
          <LayoutPicker onPick={onPick} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
