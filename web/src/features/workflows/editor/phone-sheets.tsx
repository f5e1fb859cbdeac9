import { Button, Drawer } from '@mantine/core'
import { IconAdjustments, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../lib/words.ts'
import { placeAfter } from './graph/add-step.ts'
import { useEditorContext } from './editor-context.ts'
import { SelectionPanel } from './form/selection-panel.tsx'
import { TestPanel } from './trial/test-panel.tsx'
import classes from './editor.module.css'

/** On phones, bottom sheets replace the panels beside the canvas. */
export function PhoneSheets() {
  const { graph, types, refusal, formOpen, setFormOpen, setAdding, test } = useEditorContext()
  const isEmpty = graph.definition.steps.length === 0
  return (
    <>
      {!isEmpty && (
        <div className={classes.phoneBar} role="toolbar" aria-label={t('Steps')}>
          <Button variant="default" leftSection={<IconAdjustments size={16} stroke={1.7} aria-hidden />} onClick={() => setFormOpen(true)}>
            {graph.selected.length > 0 || graph.way ? t('Edit||selection') : t('Settings')}
          </Button>
          {!refusal && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />}
              onClick={() => setAdding({ place: placeAfter(graph.definition, types, graph.selected[0] ?? null) })}
            >
              {t('Add a step')}
            </Button>
          )}
        </div>
      )}
      <Sheet opened={formOpen && !isEmpty} onClose={() => setFormOpen(false)} title={t('Form')}>
        <SelectionPanel />
      </Sheet>
      <Sheet opened={test.opened} onClose={() => test.setOpened(false)} title={t('Test run')}>
        <TestPanel />
      </Sheet>
    </>
  )
}

interface SheetProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

function Sheet({ opened, onClose, title, children }: SheetProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="82dvh">
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={title} radius="14px 14px 0 0" classNames={{ content: classes.sheet }}>
        <div className={classes.sheetHead}>
          <span className={classes.grip} aria-hidden />
          <Drawer.CloseButton aria-label={t('Close')} />
        </div>
        <div className={classes.sheetBody}>{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
