import { Button } from '@mantine/core'
import { IconArrowLeft, IconDeviceFloppy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import type { EditorStep } from '../campaigns-search.ts'
import { editorSteps } from '../campaigns-search.ts'
import type { Editor } from './use-editor.ts'
import classes from './editor.module.css'

interface EditorFootProps {
  editor: Editor
  step: EditorStep
  onGo: (step: EditorStep) => void
  /** The one filled button: the next step, or the launch. */
  children: ReactNode
}

/** Sticky footer of every step: unsaved changes, back, save and next. */
export function EditorFoot({ editor, step, onGo, children }: EditorFootProps) {
  const refusal = useGate('campaigns:write')
  const before = editorSteps[editorSteps.indexOf(step) - 1]
  const isDraft = editor.campaign.status === 'draft'
  async function save(): Promise<void> {
    if (await editor.save()) notify.success(isDraft ? t('Draft saved') : t('Campaign saved'))
  }
  return (
    <div className={classes.foot}>
      <span className={classes.state} role="status">
        {editor.dirty ? t('Unsaved changes') : t('All changes saved')}
      </span>
      {before && (
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.7} aria-hidden />} onClick={() => onGo(before)}>
          {t('Back')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={16} stroke={1.7} aria-hidden />}
        disabled={!editor.dirty || editor.saving || refusal !== undefined}
        title={refusal}
        onClick={() => void save()}
      >
        {editor.saving ? t('Saving...') : isDraft ? t('Save draft') : t('Save')}
      </Button>
      {children}
    </div>
  )
}
