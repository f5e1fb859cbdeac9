import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowsMaximize, IconLayout } from '@tabler/icons-react'
import { Suspense, lazy, useDeferredValue, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Block, EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { htmlBytes } from '@imperium/contract/email-designs/client-support.ts'
import { lintDesign } from '@imperium/contract/email-designs/lint-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { t } from '../../lib/words.ts'
import { Canvas } from './canvas/canvas.tsx'
import { DesignerProvider } from './designer-context.ts'
import type { Designer } from './designer-context.ts'
import { FullScreen } from './full-screen.tsx'
import type { MergeField } from '../../ui/form/merge-field.ts'
import { withoutContact } from './model/without-contact.ts'
import { Panel } from './panel/panel.tsx'
import { useDesigner } from './use-designer.ts'
import styles from '../../ui/styles.module.css'
import classes from './designer.module.css'

const SaveBlockDialog = lazy(async () => ({ default: (await import('./panel/save-block-dialog.tsx')).SaveBlockDialog }))
const LayoutDialog = lazy(async () => ({ default: (await import('./layouts/layout-dialog.tsx')).LayoutDialog }))

export interface EmailDesignerProps {
  value: EmailDesign
  onChange: (design: EmailDesign) => void
  /** The design can only be viewed. */
  isLocked: boolean
  fields: readonly MergeField[]
  /** False: the values come from elsewhere, so there are neither merge fields of a contact nor rules by segment. */
  toContacts?: boolean
  /** The message as it will be sent. */
  preview: ReactNode
  /** More buttons at the end of the tools. */
  actions?: ReactNode
  /** It replaces the layouts, of which one was chosen: the focus was there. */
  takesFocus?: boolean
  /** It has the whole window already. */
  isInFullScreen?: boolean
}

const focusOnce = (group: HTMLElement | null) => group?.focus({ preventScroll: true })

/** The visual editor of an email: blocks on a canvas, their settings beside it, and a preview. */
export function EmailDesigner({
  value,
  onChange,
  isLocked,
  fields,
  toContacts = true,
  preview,
  actions,
  takesFocus = false,
  isInFullScreen = false,
}: EmailDesignerProps) {
  const [isFull, setFull] = useState(false)
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [saving, setSaving] = useState<Block | null>(null)
  const [choosing, setChoosing] = useState(false)
  const settled = useDeferredValue(value)
  const issues = lintDesign(settled).filter(({ code }) => toContacts || code !== 'footer_missing')
  const bytes = htmlBytes(renderDesign(settled))
  const { designer, announcement } = useDesigner({ value, onChange, isLocked, fields, toContacts, issues, toolbar, saveBlock: setSaving })
  const isEditing = view === 'edit'
  const board = (
    <DesignerProvider value={designer}>
      <div
        ref={takesFocus ? focusOnce : null}
        tabIndex={-1}
        className={classes.designer}
        role="group"
        aria-label={t('Email designer')}
        onKeyDown={(event) => undoKeys(event, designer)}
      >
        <div className={classes.head}>
          {!isLocked && isEditing && (
            <>
              <HeadTool label={t('Undo')} icon={<IconArrowBackUp size={17} stroke={1.7} aria-hidden />} onClick={designer.undo} />
              <HeadTool label={t('Redo')} icon={<IconArrowForwardUp size={17} stroke={1.7} aria-hidden />} onClick={designer.redo} />
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconLayout size={15} stroke={1.7} aria-hidden />}
                onClick={() => setChoosing(true)}
              >
                {t('Layouts')}
              </Button>
            </>
          )}
          <SegmentedControl
            className={classes.views ?? ''}
            size="xs"
            aria-label={t('View')}
            value={view}
            onChange={setView}
            data={[
              { value: 'edit', label: isLocked ? t('Design') : t('Edit') },
              { value: 'preview', label: t('Preview') },
            ]}
          />
          {actions}
          {!isInFullScreen && !isFull && (
            <HeadTool
              label={t('Full screen')}
              icon={<IconArrowsMaximize size={17} stroke={1.7} aria-hidden />}
              onClick={() => setFull(true)}
            />
          )}
        </div>
        {isEditing ? (
          <div className={classes.board} data-locked={isLocked || undefined}>
            <div className={classes.stage}>
              {!isLocked && <div ref={setToolbar} className={classes.textTools} data-hint={t('Press a text to edit it.')} />}
              <Canvas />
            </div>
            {!isLocked && <Panel bytes={bytes} />}
          </div>
        ) : (
          preview
        )}
        <div role="status" className={styles.srOnly}>
          {announcement}
        </div>
      </div>
      <Suspense fallback={null}>
        {saving && <SaveBlockDialog block={saving} onClose={() => setSaving(null)} />}
        {choosing && (
          <LayoutDialog
            onClose={() => setChoosing(false)}
            onPick={(design) => {
              setChoosing(false)
              designer.select(null)
              designer.change(toContacts ? design : withoutContact(design))
            }}
          />
        )}
      </Suspense>
    </DesignerProvider>
  )
  return isFull ? <FullScreen onClose={() => setFull(false)}>{board}</FullScreen> : board
}

/** Undo and redo of the whole design, wherever in it the focus is; the HTML field keeps its own. */
function undoKeys(event: KeyboardEvent, { undo, redo }: Designer): void {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  const act = key === 'y' || event.shiftKey ? redo : undo
  act?.()
}

interface HeadToolProps {
  label: string
  icon: ReactNode
  onClick: (() => void) | null
}

const HeadTool = ({ label, icon, onClick }: HeadToolProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} size={30} disabled={!onClick} onClick={() => onClick?.()}>
      {icon}
    </ActionIcon>
  </Tooltip>
)
