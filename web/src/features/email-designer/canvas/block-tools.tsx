import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { blockLabels } from '../model/block-labels.ts'
import { placeTowards } from '../model/keyboard-moves.ts'
import type { Direction } from '../model/keyboard-moves.ts'
import { placeOf } from '../model/edit-blocks.ts'
import classes from './canvas.module.css'

interface BlockToolsProps {
  block: Block
  /** Above the block; on phones in the bar of the designer, where nothing covers it. */
  isFloating: boolean
}

/** Actions on the selected block. */
export function BlockTools({ block, isFloating }: BlockToolsProps) {
  const { design, moveTowards, duplicate, remove, saveBlock, setTab, setPanelOpen } = useDesignerContext()
  const can = (direction: Direction) => placeTowards(design, block.id, direction) !== null
  const isInColumn = placeOf(design, block.id)?.columnsId !== null
  return (
    <div
      className={classes.blockTools}
      data-floating={isFloating || undefined}
      role="toolbar"
      aria-label={t('Block: {block}', { block: blockLabels[block.type] })}
    >
      <Tool label={t('Move up')} icon={IconArrowUp} disabled={!can('up')} onClick={() => moveTowards(block.id, 'up')} />
      <Tool label={t('Move down')} icon={IconArrowDown} disabled={!can('down')} onClick={() => moveTowards(block.id, 'down')} />
      <Tool label={t('Duplicate')} icon={IconCopy} onClick={() => duplicate(block.id)} />
      <Menu width={230} position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('More actions')} size={28}>
            <IconDots size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              setTab('block')
              setPanelOpen(true)
            }}
          >
            {t('Settings')}
          </Menu.Item>
          {can('right') && (
            <Menu.Item onClick={() => moveTowards(block.id, 'right')}>
              {isInColumn ? t('Move to the right') : t('Move into the columns')}
            </Menu.Item>
          )}
          {isInColumn && can('left') && <Menu.Item onClick={() => moveTowards(block.id, 'left')}>{t('Move to the left')}</Menu.Item>}
          <Menu.Item onClick={() => saveBlock(block)}>{t('Save for other emails')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tool label={t('Delete')} icon={IconTrash} onClick={() => remove(block.id)} />
    </div>
  )
}

interface ToolProps {
  label: string
  icon: Icon
  disabled?: boolean
  onClick: () => void
}

const Tool = ({ label, icon: Glyph, disabled = false, onClick }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} size={28} disabled={disabled} onClick={onClick}>
      <Glyph size={15} stroke={1.8} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
