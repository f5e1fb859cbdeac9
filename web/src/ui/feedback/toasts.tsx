import { useEffect, useEffectEvent, useState } from 'react'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { connectNotices } from '../../lib/notify.ts'
import type { Notice } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import classes from './toasts.module.css'

interface Toast extends Notice {
  id: number
}

/** Success is seen at a glance; the rest is to be read. */
const lifeMs = { success: 2_000, error: 4_000, info: 4_000 } as const
const most = 20
const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle } as const
let nextId = 1

/** Shows the toasts of `notify` at the top right. A toast stays while it is hovered or focused. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  useEffect(
    () =>
      connectNotices((notice) => {
        const toast = { ...notice, id: nextId++ }
        // A repeated text replaces the earlier toast.
        setToasts((shown) => [...shown.filter((other) => other.text !== toast.text || other.tone !== toast.tone), toast].slice(-most))
      }),
    [],
  )
  const dismiss = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  return (
    <section className={classes.stack} aria-label={t('Messages')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDone={() => dismiss(toast.id)} />
      ))}
    </section>
  )
}

function ToastCard({ toast, onDone }: { toast: Toast; onDone: () => void }) {
  const [held, setHeld] = useState(false)
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => finish(), lifeMs[toast.tone])
    return () => clearTimeout(timer)
  }, [held, toast.tone])
  const Glyph = icons[toast.tone]
  return (
    <div
      className={classes.toast}
      data-tone={toast.tone}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Glyph size={17} stroke={1.8} className={classes.icon} aria-hidden />
      <span className={classes.text}>{toast.text}</span>
      <button type="button" className={classes.close} aria-label={t('Dismiss')} onClick={onDone}>
        <IconX size={14} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}
