import { useEffect, useRef, useState } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { emptyHistory, record, redo, undo } from './model/history.ts'
import type { History } from './model/history.ts'

/** Undo and redo for a design whose owner is the form. A design that comes from elsewhere, such as a reload, begins a new history. */
export function useHistory(value: EmailDesign, onChange: (design: EmailDesign) => void) {
  const [history, setHistory] = useState<History<EmailDesign>>(emptyHistory)
  // Changes of one event follow each other before the form renders.
  const present = useRef(value)
  useEffect(() => {
    if (present.current === value) return
    const isSame = JSON.stringify(present.current) === JSON.stringify(value)
    present.current = value
    if (!isSame) setHistory(emptyHistory)
  }, [value])

  function show(design: EmailDesign): void {
    present.current = design
    onChange(design)
  }
  function change(design: EmailDesign, key = ''): void {
    const before = present.current
    if (design === before) return
    setHistory((now) => record(now, before, key, Date.now()))
    show(design)
  }
  function travel(go: typeof undo): void {
    const went = go(history, present.current)
    if (!went) return
    setHistory(went.history)
    show(went.present)
  }
  return {
    change,
    /** The newest design, also within the event that changed it. */
    newest: () => present.current,
    undo: history.past.length > 0 ? () => travel(undo) : null,
    redo: history.future.length > 0 ? () => travel(redo) : null,
  }
}
