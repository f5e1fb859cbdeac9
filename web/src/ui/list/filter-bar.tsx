import { SegmentedControl, Select, TextInput, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList, IconSearch, IconSelector } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { Kbd } from '../kbd.tsx'
import { isTyping } from '../is-typing.ts'
import styles from '../styles.module.css'
import classes from './filter-bar.module.css'

export interface Filter {
  label: string
  value: string | null
  options: readonly { value: string; label: string }[]
  onChange: (value: string | null) => void
  /** One of the options always holds: it cannot be cleared. */
  required?: boolean
}

export type ListView = 'list' | 'grid'

interface FilterBarProps {
  search: string
  /** Called 200 ms after the last key. */
  onSearch: (text: string) => void
  searchLabel: string
  filters?: readonly Filter[]
  /** The live count as text: `500 agents`. */
  count: string
  view?: ListView
  onView?: (view: ListView) => void
  /** More controls, at the right of the filters. */
  children?: ReactNode
}

const typingPauseMs = 200

/** Search (`/` focuses it), filters, live count and view of a list. The state is in the URL, so it is passed in. */
export function FilterBar({ search, onSearch, searchLabel, filters = [], count, view, onView, children }: FilterBarProps) {
  return (
    <div className={styles.row} role="search" aria-label={searchLabel}>
      <SearchInput value={search} onSearch={onSearch} label={searchLabel} />
      {filters.map((filter) => (
        <Select
          key={filter.label}
          className={classes.filter}
          aria-label={filter.label}
          placeholder={filter.label}
          value={filter.value}
          data={[...filter.options]}
          onChange={filter.onChange}
          clearable={!filter.required}
          allowDeselect={!filter.required}
          rightSection={filter.value === null || filter.required ? <IconSelector size={15} stroke={1.7} aria-hidden /> : undefined}
        />
      ))}
      {children}
      <span className={classes.count} role="status">
        {count}
      </span>
      {view && onView && (
        <SegmentedControl
          aria-label={t('View')}
          value={view}
          onChange={(next) => onView(next === 'grid' ? 'grid' : 'list')}
          data={[
            { value: 'list', label: <ViewLabel icon={<IconList size={16} stroke={1.7} aria-hidden />} text={t('List')} /> },
            { value: 'grid', label: <ViewLabel icon={<IconLayoutGrid size={16} stroke={1.7} aria-hidden />} text={t('Grid')} /> },
          ]}
        />
      )}
    </div>
  )
}

function ViewLabel({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={classes.view}>
      {icon}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

function SearchInput({ value, onSearch, label }: { value: string; onSearch: (text: string) => void; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const send = useEffectEvent((text: string) => {
    setTyped(null)
    onSearch(text)
  })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => send(typed), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed ?? value}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={(typed ?? value) === '' ? <Kbd keys="/" /> : undefined}
      rightSectionPointerEvents="none"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
