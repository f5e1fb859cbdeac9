import { Modal } from '@mantine/core'
import { t } from '../../../../lib/words.ts'
import { ReturnFocus } from '../../../../ui/dialog/return-focus.tsx'
import { useEditorContext } from '../editor-context.ts'
import { Palette } from './palette.tsx'

/** Chooses the type of a step behind a port. */
export function AddStepDialog() {
  const { adding, setAdding, add } = useEditorContext()
  return (
    <Modal.Root opened={adding !== null} onClose={() => setAdding(null)} size={380}>
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Add a step')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
          <Palette autoFocus withoutTriggers={adding?.place != null} onPick={(type) => add(type)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
