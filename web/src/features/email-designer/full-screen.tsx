import { Button, Modal } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'

/** A dialog as large as the window, for the designer. */
export function FullScreen({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal.Root opened onClose={onClose} fullScreen closeOnEscape={false}>
      <Modal.Overlay />
      <Modal.Content onKeyDown={(event) => closes(event) && onClose()}>
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Email design')}</Modal.Title>
          <Button onClick={onClose}>{t('Done')}</Button>
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Within the designer, Escape leaves a text or a menu. */
const closes = ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLElement>): boolean =>
  key === 'Escape' &&
  !defaultPrevented &&
  target instanceof HTMLElement &&
  currentTarget.contains(target) &&
  target.closest('[role=group], [role=listbox], [role=menu]') === null
