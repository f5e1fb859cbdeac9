import { ActionIcon } from '@mantine/core'
import {
  IconAddressBook,
  IconArrowsVertical,
  IconBookmark,
  IconCode,
  IconColumns2,
  IconHeading,
  IconLayoutBottombar,
  IconMinus,
  IconPencil,
  IconPhoto,
  IconRectangle,
  IconShare,
  IconTextSize,
  IconTrash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { SavedEmailBlock } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { BlockType } from '@imperium/contract/email-designs/email-design.ts'
import { call } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { savedBlocksQuery } from '../api.ts'
import { useDesignerContext } from '../designer-context.ts'
import type { Dragged } from '../designer-context.ts'
import { blockWithoutContact } from '../model/without-contact.ts'
import { blockLabels, blockTypes } from '../model/block-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

const RenameBlockDialog = lazy(async () => ({ default: (await import('./save-block-dialog.tsx')).RenameBlockDialog }))

const icons: Record<BlockType, Icon> = {
  heading: IconHeading,
  text: IconTextSize,
  image: IconPhoto,
  button: IconRectangle,
  columns: IconColumns2,
  divider: IconMinus,
  spacer: IconArrowsVertical,
  social: IconShare,
  record: IconAddressBook,
  footer: IconLayoutBottombar,
  html: IconCode,
}

interface PieceProps {
  icon: Icon
  label: string
  piece: Exclude<Dragged, { kind: 'move' }>
}

/** A block to add: pressed, it comes behind the selected one; or it is dragged to its place. */
function Piece({ icon: Glyph, label, piece }: PieceProps) {
  const { add, setDragged } = useDesignerContext()
  return (
    <button
      type="button"
      className={classes.piece}
      draggable
      onClick={() => add(piece)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copyMove'
        event.dataTransfer.setData('text/plain', label)
        setDragged(piece)
      }}
      onDragEnd={() => setDragged(null)}
    >
      <Glyph size={17} stroke={1.6} aria-hidden />
      <span>{label}</span>
    </button>
  )
}

/** Everything that can be added to the email. */
export function Palette() {
  const { toContacts } = useDesignerContext()
  return (
    <div className={classes.fields}>
      <p className={styles.hint}>{t('Press a block to add it, or drag it to its place.')}</p>
      <div className={classes.pieces} role="group" aria-label={t('Blocks')}>
        {blockTypes
          .filter((type) => toContacts || type !== 'footer')
          .map((type) => (
            <Piece key={type} icon={icons[type]} label={blockLabels[type]} piece={{ kind: 'new', type }} />
          ))}
      </div>
      <SavedBlocks />
    </div>
  )
}

function SavedBlocks() {
  const client = useQueryClient()
  const { toContacts } = useDesignerContext()
  const refusal = useGate('campaigns:write')
  const [renaming, setRenaming] = useState<SavedEmailBlock | null>(null)
  const saved = useQuery(savedBlocksQuery)
  const remove = useMutation({
    mutationFn: (id: string) => call(emailDesigns.removeBlock, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedBlocksQuery.queryKey }),
  })
  async function ask(id: string, name: string): Promise<void> {
    const message = t('Emails that contain "{name}" keep their copy.', { name })
    if (await confirm({ title: t('Delete the saved block'), message, action: t('Delete') })) remove.mutate(id)
  }
  const rows = saved.data?.rows ?? []
  return (
    <>
      <h3 className={classes.title}>{t('Saved blocks')}</h3>
      {saved.isError && <p className={styles.hint}>{t('The saved blocks could not be loaded.')}</p>}
      {saved.isSuccess && rows.length === 0 && <p className={styles.hint}>{t('Save a block from its menu to use it in other emails.')}</p>}
      <ul className={classes.saved} aria-label={t('Saved blocks')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Piece
              icon={IconBookmark}
              label={row.name}
              piece={{ kind: 'saved', block: toContacts ? row.block : blockWithoutContact(row.block) }}
            />
            <ActionIcon
              aria-label={t('Rename {name}', { name: row.name })}
              size={30}
              disabled={refusal !== undefined}
              onClick={() => setRenaming(row)}
            >
              <IconPencil size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={t('Delete {name}', { name: row.name })}
              size={30}
              disabled={refusal !== undefined}
              onClick={() => void ask(row.id, row.name)}
            >
              <IconTrash size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {renaming && (
        <Suspense fallback={null}>
          <RenameBlockDialog saved={renaming} onClose={() => setRenaming(null)} />
        </Suspense>
      )}
    </>
  )
}
