import { Button, Drawer, Modal } from '@mantine/core'
import type { FormEvent, MouseEvent, ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from './return-focus.tsx'
import classes from './dialog.module.css'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Use `form.onSubmit(...)` of useContractForm. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  /** The label while busy: `Saving...`. */
  busyLabel?: string
  busy?: boolean
  /** Why it cannot be submitted now. */
  disabledReason?: string | undefined
  /** `side`: a panel at the right, such as the AI model form of 60 %. Default: a dialog. */
  place?: 'centre' | 'side'
  width?: number | string
  /** At the left of the footer: another action, or a note. */
  footer?: ReactNode
  children: ReactNode
}

/** A form in a dialog: fields that scroll, and a footer that stays in sight with Cancel and one filled button. */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, place = 'centre', width = 640 } = props
  const size = typeof width === 'number' ? `${width}px` : width
  if (place === 'side')
    return (
      <Drawer.Root opened={opened} onClose={onClose} position="right" offset={8} size={`min(${size}, 100vw - 16px)`}>
        <Drawer.Overlay backgroundOpacity={0.25} />
        <Drawer.Content aria-label={title} classNames={{ content: classes.panel }} radius={14}>
          <ReturnFocus />
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('Close')} />
          </Drawer.Header>
          <DialogForm {...props} />
        </Drawer.Content>
      </Drawer.Root>
    )
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size}>
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg" classNames={{ content: classes.content }}>
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <DialogForm {...props} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** A press must not take the focus: the field's own message would appear, move the button, and the click would be lost. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function DialogForm({
  onSubmit,
  onClose,
  submitLabel,
  busyLabel = submitLabel,
  busy = false,
  disabledReason,
  footer,
  children,
}: FormDialogProps) {
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <div className={classes.fields}>{children}</div>
      <div className={classes.footer}>
        {footer && <div className={classes.aside}>{footer}</div>}
        <Button variant="default" onClick={onClose} onMouseDown={keepFocus}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={busy || disabledReason !== undefined} title={disabledReason} onMouseDown={keepFocus}>
          {busy ? busyLabel : submitLabel}
        </Button>
      </div>
    </form>
  )
}
