import { useEffect, useState } from 'react'
import { formatMoment, formatRelative } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'

/** Relative time: 'Just now', '5m ago', ... with the exact time on hover. Updates itself. */
export function RelativeTime({ at, empty = t('Never') }: { at: string | null; empty?: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return <span>{empty}</span>
  return (
    <time dateTime={at} title={formatMoment(at)} className="tnum">
      {formatRelative(at, Math.max(nowMs, new Date(at).getTime()))}
    </time>
  )
}
