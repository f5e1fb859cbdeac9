import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import type { MergeField } from '../../ui/form/merge-field.ts'
import { DesignPreview } from './design-preview.tsx'
import { EmailDesigner } from './email-designer.tsx'
import { LayoutPicker } from './layouts/layout-picker.tsx'
import { withoutContact } from './model/without-contact.ts'
import styles from '../../ui/styles.module.css'
import classes from './designer.module.css'

interface EmailDesignDialogProps {
  /** Null: the dialog starts with the layouts. */
  value: EmailDesign | null
  onChange: (design: EmailDesign) => void
  onClose: () => void
  isLocked: boolean
  /** Inserted as text: the message has no contact to take values from. */
  fields: readonly MergeField[]
}

/** Designs an email whose values do not come from a contact, such as that of a workflow's step. */
export function EmailDesignDialog({ value, onChange, onClose, isLocked, fields }: EmailDesignDialogProps) {
  const [isFresh, setFresh] = useState(false)
  return (
    <Modal.Root opened onClose={onClose} fullScreen closeOnEscape={false}>
      <Modal.Overlay />
      <Modal.Content onKeyDown={(event) => closes(event) && onClose()}>
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Email design')}</Modal.Title>
          <Button onClick={onClose}>{t('Done')}</Button>
        </Modal.Header>
        <Modal.Body>
          {value ? (
            <EmailDesigner
              {...{ value, onChange, isLocked, fields, toContacts: false }}
              takesFocus={isFresh}
              preview={<DesignPreview design={value} />}
            />
          ) : (
            <div className={classes.designer}>
              <p className={styles.textPlain}>{t('Choose a layout to start with. Everything in it can be changed.')}</p>
              <LayoutPicker disabled={isLocked} onPick={(design) => (setFresh(true), onChange(withoutContact(design)))} />
            </div>
          )}
        </Modal.Body>
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
