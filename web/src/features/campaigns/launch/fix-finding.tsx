import { Suspense, lazy } from 'react'
import type { LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { OwnAddressDialog } from '../../auth/index.ts'
import { PostalAddressDialog } from '../../organizations/index.ts'
import type { Editor } from '../editor/use-editor.ts'

const SenderChoiceDialog = lazy(async () => ({ default: (await import('./sender-choice-dialog.tsx')).SenderChoiceDialog }))

/** Findings that are mended in a dialog over the editor; all others have a field on one of its steps. */
export const isFixedInDialog = ({ check }: LaunchFinding): boolean =>
  check === 'own_address' || check === 'postal_address' || check === 'sender'

interface FixFindingProps {
  finding: LaunchFinding
  editor: Editor
  onClose: () => void
  onFixed: () => void
}

/** The dialog that mends a finding, over the draft. */
export function FixFinding({ finding: { check }, editor, onClose, onFixed }: FixFindingProps) {
  return (
    <Suspense fallback={null}>
      {check === 'own_address' && <OwnAddressDialog onClose={onClose} onCheck={onFixed} />}
      {check === 'postal_address' && <PostalAddressDialog onClose={onClose} onSaved={onFixed} />}
      {check === 'sender' && (
        <SenderChoiceDialog
          chosen={editor.form.values.definition.senderId}
          onClose={() => {
            onClose()
            onFixed()
          }}
          onChoose={(senderId) => {
            editor.form.setFieldValue('definition.senderId', senderId)
            editor.form.clearFieldError('definition.senderId')
          }}
        />
      )}
    </Suspense>
  )
}
