import { Button, Modal, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import type { MergeField } from '../../ui/form/merge-field.ts'
import { preferDark, preferLight, styleMail } from '../../ui/text/style-mail.ts'
import { EmailDesigner } from './email-designer.tsx'
import { LayoutPicker } from './layouts/layout-picker.tsx'
import { withoutContact } from './model/without-contact.ts'
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
            <EmailDesigner {...{ value, onChange, isLocked, fields, toContacts: false }} preview={<DesignPreview design={value} />} />
          ) : (
            <div className={classes.designer}>
              <p className={classes.lead}>{t('Choose a layout to start with. Everything in it can be changed.')}</p>
              <LayoutPicker disabled={isLocked} onPick={(design) => onChange(withoutContact(design))} />
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

/** The design with its variables unfilled: their values exist only when the email is sent. */
function DesignPreview({ design }: { design: EmailDesign }) {
  const [isPhone, setPhone] = useState(false)
  const [isDark, setDark] = useState(false)
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  const html = renderDesign(design)
  return (
    <section className={classes.designer} aria-label={t('Preview')}>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label={t('View')}
          value={isPhone ? 'phone' : 'desktop'}
          onChange={(next) => setPhone(next === 'phone')}
          data={[
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone||device') },
          ]}
        />
        <Switch label={t('Dark mode')} checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </div>
      <div className={classes.preview} data-phone={isPhone || undefined}>
        <iframe title={t('The message')} sandbox="" srcDoc={styleMail(isDark ? preferDark(html) : preferLight(html), nonce)} />
      </div>
    </section>
  )
}
