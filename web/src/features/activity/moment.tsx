import { formatDate, formatMoment } from '../../lib/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

const weekMs = 7 * 86_400_000

/** S2, section 9: 'Just now', 'Nm ago', 'Nh ago', 'Nd ago' under seven days, then a date. */
export function Moment({ at }: { at: string }) {
  if (Date.now() - new Date(at).getTime() < weekMs) return <RelativeTime at={at} />
  return (
    <time dateTime={at} title={formatMoment(at)} className="tnum">
      {formatDate(at)}
    </time>
  )
}
