import { useState } from 'react'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

const weekMs = 7 * 86_400_000

/** Short, for a column: 'Just now', 'Nm ago', 'Nh ago', 'Nd ago' under seven days, then a date. */
export function Moment({ at }: { at: string }) {
  const [nowMs] = useState(() => Date.now())
  if (nowMs - new Date(at).getTime() < weekMs) return <RelativeTime at={at} />
  return (
    <time dateTime={at} title={formatMoment(at)} className="tnum">
      {formatDate(at)}
    </time>
  )
}
