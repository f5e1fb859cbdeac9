import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconPlayerPlay } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { useEditorContext } from './editor-context.ts'
import { ProblemsMenu } from './problems-menu.tsx'
import { SaveState } from './save-state.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const PublishDialog = lazy(async () => ({ default: (await import('./versions/publish-dialog.tsx')).PublishDialog }))
const VersionsPanel = lazy(async () => ({ default: (await import('./versions/versions-panel.tsx')).VersionsPanel }))

/** Name, state, and what can be done with the whole workflow. */
export function EditorHead() {
  const { graph, refusal, test, workflow, autosave } = useEditorContext()
  const [dialog, setDialog] = useState<'publish' | 'versions' | null>(null)
  const mayRun = useGate('workflows:run')
  const mayPublish = useGate('workflows:publish')
  const nothingNew = workflow.version !== null && !workflow.hasChanges && !autosave.dirty
  const close = () => setDialog(null)
  return (
    <div className={classes.head}>
      <div className={classes.headWords}>
        <WorkflowName />
        <SaveState />
      </div>
      <div className={classes.headActions}>
        <ProblemsMenu />
        {!refusal && (
          <>
            <IconButton icon={IconArrowBackUp} label={t('Undo')} disabled={!graph.canUndo} onClick={graph.undo} />
            <IconButton icon={IconArrowForwardUp} label={t('Redo')} disabled={!graph.canRedo} onClick={graph.redo} />
          </>
        )}
        <IconButton icon={IconHistory} label={t('Versions')} onClick={() => setDialog('versions')} />
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={15} stroke={1.7} aria-hidden />}
          disabled={mayRun !== undefined || graph.definition.steps.length === 0}
          title={mayRun}
          onClick={() => (test.setUntil(null), test.setOpened(true))}
        >
          {t('Test run')}
        </Button>
        <Button
          disabled={mayPublish !== undefined || nothingNew || graph.definition.steps.length === 0}
          title={mayPublish ?? (nothingNew ? t('The published version is up to date') : undefined)}
          onClick={() => setDialog('publish')}
        >
          {t('Publish')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {dialog === 'publish' && <PublishDialog onClose={close} />}
        {dialog === 'versions' && <VersionsPanel onClose={close} />}
      </Suspense>
    </div>
  )
}

interface IconButtonProps {
  icon: Icon
  label: string
  disabled?: boolean
  onClick: () => void
}

function IconButton({ icon: Icon, label, disabled = false, onClick }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={34} disabled={disabled} onClick={onClick}>
        <Icon size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The heading is an input: the name is edited in place. */
function WorkflowName() {
  const { name, setName, refusal } = useEditorContext()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <>
      <h1 className={styles.srOnly}>{name}</h1>
      <input
        className={classes.name}
        aria-label={t('Workflow name')}
        maxLength={100}
        readOnly={refusal !== undefined}
        size={Math.max(12, (typed ?? name).length)}
        value={typed ?? name}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          if (next.trim() !== '') setName(next.trim())
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </>
  )
}
