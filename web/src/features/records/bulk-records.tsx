import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { recordLimits } from '@imperium/contract/entities/records.ts'
import { t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { BulkBar } from '../../ui/list/bulk-bar.tsx'
import type { Selection } from '../../ui/list/use-selection.ts'
import type { RecordEdits } from './use-record-edits.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))

interface BulkRecordsProps {
  entity: EntityDefinition
  selection: Selection
  edits: RecordEdits
  isTrash: boolean
  /** Why nothing can be changed now. */
  refusal: string | undefined
}

/** What can be done with the selected records at once. */
export function BulkRecords({ entity, selection, edits, isTrash, refusal }: BulkRecordsProps) {
  const [isSetting, setIsSetting] = useState(false)
  const ids = [...selection.ids]
  const tooMany = ids.length > recordLimits.bulkIds ? t('At most {count} records at once', { count: recordLimits.bulkIds }) : undefined
  const disabledReason = refusal ?? tooMany
  const move = async (how: 'trash' | 'restore') => {
    if (await edits[how](ids)) selection.clear()
  }
  return (
    <>
      <BulkBar
        count={ids.length}
        onClear={selection.clear}
        busy={edits.isBusy}
        actions={
          isTrash
            ? [{ label: t('Restore'), icon: IconArrowBackUp, onClick: () => void move('restore'), disabledReason }]
            : [
                { label: t('Set a field'), icon: IconPencil, onClick: () => setIsSetting(true), disabledReason },
                { label: t('Move to trash'), icon: IconTrash, onClick: () => void move('trash'), disabledReason },
              ]
        }
      />
      <Overlays open={isSetting ? 'set' : ''}>
        {isSetting && (
          <BulkDialog
            entity={entity}
            count={ids.length}
            edits={edits}
            onSave={async (values) => {
              if (await edits.setMany(ids, values)) {
                setIsSetting(false)
                selection.clear()
              }
            }}
            onClose={() => setIsSetting(false)}
          />
        )}
      </Overlays>
    </>
  )
}
