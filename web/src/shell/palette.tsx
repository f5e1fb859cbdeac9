import { Loader, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { search } from '@imperium/contract/search.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import { query } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { t, translateMessage } from '../lib/words.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useOrgSlug } from '../ui/page/org-link.tsx'
import type { Command } from './commands.ts'
import { searchIcons } from './features.ts'
import { groupEntries, matchCommands } from './palette-entries.ts'
import type { Entry } from './palette-entries.ts'
import classes from './palette.module.css'

const typingPauseMs = 150

/** Commands and search results of the organization in one list. Arrow keys choose, Enter runs, Escape closes. */
export function Palette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const hits = useSearchHits(useDeferredValue(text), onClose)
  const entries = [...matchCommands(commands, text), ...hits.entries]
  const chosen = entries[Math.min(active, entries.length - 1)]

  function run(entry: Entry | undefined): void {
    if (!entry || entry.disabledReason !== undefined) return
    onClose()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const last = entries.length - 1
    const next = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1, Home: 0, End: last }[event.key]
    if (next !== undefined && (text === '' || !['Home', 'End'].includes(event.key))) {
      event.preventDefault()
      setActive(Math.max(0, next))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(chosen)
    }
  }

  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="9dvh">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg" aria-label={t('Search and commands')} classNames={{ content: classes.palette }}>
        <div className={classes.top}>
          <IconSearch size={18} stroke={1.7} aria-hidden />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('Type a command or search')}
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
            aria-autocomplete="list"
            placeholder={t('Type a command or search…')}
            maxLength={200}
            value={text}
            // Immediately: the dialog's own focus would come some keystrokes late.
            autoFocus
            data-autofocus
            onChange={(event) => {
              setText(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
          {hits.loading && <Loader size={16} aria-label={t('Searching')} />}
        </div>
        <div className={classes.list} id={listId} role="listbox" aria-label={t('Commands and results')}>
          {groupEntries(entries).map(([group, members]) => (
            <div key={group} role="group" aria-label={group}>
              <div className={classes.group} aria-hidden>
                {group}
              </div>
              {members.map((entry) => (
                <Option
                  key={entry.id}
                  id={`${listId}-${entry.id}`}
                  entry={entry}
                  active={entry === chosen}
                  onRun={() => run(entry)}
                  onHover={() => setActive(entries.indexOf(entry))}
                />
              ))}
            </div>
          ))}
        </div>
        {entries.length === 0 && !hits.loading && (
          <p className={classes.nothing} role="status">
            {hits.failed ? t('The search could not be done.') : t('Nothing matches “{text}”.', { text })}
          </p>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  active: boolean
  onRun: () => void
  onHover: () => void
}

function Option({ id, entry, active, onRun, onHover }: OptionProps) {
  const { icon: Glyph, label, detail, keys, disabledReason } = entry
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={disabledReason !== undefined}
      className={classes.option}
      onClick={onRun}
      onPointerMove={onHover}
    >
      <Glyph size={17} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.detail}>{disabledReason ?? detail}</span>
      {keys && <Kbd keys={keys} />}
    </button>
  )
}

/** The state of a run is a text of the product; other details are the organization's own words. */
function detailOf({ kind, detail, at }: SearchHit): string {
  const texts = kind === 'run' ? translateMessage(detail) : detail
  return at === undefined ? texts : `${texts}, ${formatMoment(at)}`
}

/** Results of the organization's search for the typed text. */
function useSearchHits(text: string, onOpen: () => void) {
  const navigate = useNavigate()
  const slug = useOrgSlug()
  const [texts, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const found = useQuery({
    ...query(search.find, { query: { q: texts } }),
    enabled: texts !== '',
    staleTime: 30_000,
    meta: { silent: true },
  })
  const hits = texts === '' ? [] : (found.data ?? [])
  const entries = hits.map((hit): Entry => ({
    id: `${hit.kind}-${hit.id}`,
    group: t('Results'),
    label: hit.kind === 'run' ? t('Run of {name}', { name: hit.title }) : hit.title,
    detail: detailOf(hit),
    icon: searchIcons[hit.kind] ?? IconSearch,
    run: () => {
      onOpen()
      void navigate({ href: `/org/${slug}/${hit.link.replace(/^\/+/, '')}` })
    },
  }))
  return { entries, loading: texts !== '' && found.isFetching, failed: found.isError }
}
