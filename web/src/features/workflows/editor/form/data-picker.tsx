import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconBraces, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '../../../../lib/words.ts'
import { rowsOf, treeOf } from '../graph/data-tree.ts'
import type { DataRow, DataSource } from '../graph/data-tree.ts'
import classes from './data-picker.module.css'

interface DataPickerProps {
  /** Of the field that it fills. */
  label: string
  sources: readonly DataSource[]
  onPick: (path: string) => void
}

/** A button that shows the data a template can name, as a tree to choose from. */
export function DataPicker({ label, sources, onPick }: DataPickerProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus={false} withinPortal>
      <Popover.Target>
        <ActionIcon
          size={26}
          aria-label={t('Insert data into {field}', { field: label })}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          <IconBraces size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Data')} className={classes.dropdown ?? ''}>
        <DataTree
          sources={sources}
          onPick={(path) => {
            setOpened(false)
            onPick(path)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function DataTree({ sources, onPick }: Pick<DataPickerProps, 'sources' | 'onPick'>) {
  const [query, setQuery] = useState('')
  // The nearest step is used most often, so it starts expanded.
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(sources.slice(0, 1).map(({ path }) => path)))
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const rows = rowsOf(treeOf(sources), open, query)

  function focusRow(at: number): void {
    const next = Math.max(0, Math.min(at, rows.length - 1))
    setActive(next)
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[next]?.focus()
  }
  function toggle(path: string, isOpen: boolean): void {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    setOpen(next)
  }
  function onKeyDown(event: KeyboardEvent, { node, isOpen, depth }: DataRow, at: number): void {
    const parent = rows.findLastIndex((row, index) => index < at && row.depth < depth)
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      ArrowRight: () => (node.children.length > 0 && !isOpen ? toggle(node.path, true) : focusRow(at + 1)),
      ArrowLeft: () => (isOpen && query === '' ? toggle(node.path, false) : focusRow(parent)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => onPick(node.path),
      ' ': () => onPick(node.path),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('Search data')}
        placeholder={t('Search data')}
        leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
        value={query}
        data-autofocus
        onChange={(event) => (setQuery(event.currentTarget.value), setActive(0))}
        onKeyDown={(event) => {
          const row = query === '' ? rows[0] : firstLeaf(rows)
          const act = event.key === 'ArrowDown' ? () => focusRow(0) : event.key === 'Enter' && row ? () => onPick(row.node.path) : null
          if (!act) return
          event.preventDefault()
          act()
        }}
      />
      <div role="tree" aria-label={t('Data of earlier steps')} className={classes.tree} ref={list}>
        {rows.map((row, at) => (
          <div
            key={row.node.path}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-expanded={row.node.children.length > 0 ? row.isOpen : undefined}
            aria-selected={false}
            tabIndex={at === Math.min(active, rows.length - 1) ? 0 : -1}
            className={classes.row}
            data-root={row.depth === 0 || undefined}
            style={{ paddingInlineStart: 6 + row.depth * 14 }}
            title={row.node.path}
            onClick={() => (row.node.children.length > 0 && !row.isOpen ? toggle(row.node.path, true) : onPick(row.node.path))}
            onKeyDown={(event) => onKeyDown(event, row, at)}
          >
            <span
              role="presentation"
              className={classes.arrow}
              data-open={row.isOpen || undefined}
              data-empty={row.node.children.length === 0 || undefined}
              onClick={(event) => {
                if (row.node.children.length === 0) return
                event.stopPropagation()
                toggle(row.node.path, !row.isOpen)
              }}
            >
              <IconChevronRight size={13} stroke={1.9} aria-hidden />
            </span>
            <span className={classes.label}>{row.node.label}</span>
            {row.node.preview !== '' && <span className={classes.preview}>{row.node.preview}</span>}
          </div>
        ))}
        {rows.length === 0 && <p className={classes.nothing}>{t('No data matches')}</p>}
      </div>
      <p className={classes.foot}>{t('Enter inserts; the arrow keys open and close.')}</p>
    </>
  )
}

/** The first leaf that matches a search, not its parent. */
const firstLeaf = (rows: readonly DataRow[]): DataRow | undefined => rows.find(({ node }) => node.children.length === 0) ?? rows[0]
