import { formatMicros } from '../../lib/format.ts'

/** An amount in integer micro-dollars, shown in US dollars. */
export function Money({ micros }: { micros: number }) {
  return <span className="tnum">{formatMicros(micros)}</span>
}
