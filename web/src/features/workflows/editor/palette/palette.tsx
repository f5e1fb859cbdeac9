import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t, translateMessage } from '../../../../lib/words.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { dragType } from './drag-type.ts'
import { useEditorContext } from '../editor-context.ts'
import { groupTypes } from './group-types.ts'
import { StepTile } from '../step-tile.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './palette.module.css'

interface PaletteProps {
  onPick: (type: string) => void
  /** Omits triggers: the step is added behind another. */
  withoutTriggers?: boolean
  /** In a dialog the search gets the focus immediately. */
  autoFocus?: boolean
}

/** The types of steps by group, to be dragged onto the canvas or chosen. */
export function Palette({ onPick, withoutTriggers = false, autoFocus = false }: PaletteProps) {
  const { types, refusal } = useEditorContext()
  const [texts, setQuery] = useState('')
  const groups = groupTypes(
    [...types.values()].filter((type) => !withoutTriggers || !type.isTrigger),
    texts,
  )
  const first = groups[0]?.types[0]
  return (
    <div className={styles.stack10}>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('Search steps')}
        placeholder={t('Search steps')}
        leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
        value={texts}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && texts !== '' && first) onPick(first.type)
        }}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
      />
      {groups.map(({ category, label, types: list }) => (
        <div key={category} role="group" aria-label={label}>
          <div className={classes.group}>{label}</div>
          {list.map((type) => (
            <button
              key={type.type}
              type="button"
              className={classes.item}
              draggable={refusal === undefined}
              disabled={refusal !== undefined}
              title={translateMessage(type.description)}
              onClick={() => onPick(type.type)}
              onDragStart={(event) => {
                event.dataTransfer.setData(dragType, type.type)
                event.dataTransfer.effectAllowed = 'copy'
              }}
            >
              <StepTile icon={type.icon} small />
              <span className={classes.label}>{translateMessage(type.label)}</span>
            </button>
          ))}
        </div>
      ))}
      {groups.length === 0 && <EmptyState plain icon={IconSearch} title={t('No step matches')} text={t('Try another search term.')} />}
    </div>
  )
}
