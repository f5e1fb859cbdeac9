import { arc, pie } from 'd3-shape'
import type { PieArcDatum } from 'd3-shape'
import { formatPercent } from '../../lib/format.ts'
import { ChartTable } from './chart-table.tsx'
import { chartColour } from './scale.ts'
import classes from './charts.module.css'
import { t } from '../../lib/words.ts'

export interface Slice {
  label: string
  value: number
}

interface DonutProps {
  /** The divided total: `Model usage`. */
  label: string
  slices: readonly Slice[]
  /** The figure in the middle and the label below it. */
  total: string
  unit: string
}

const radius = 73
const shape = arc<PieArcDatum<Slice>>().innerRadius(54).outerRadius(radius).padAngle(0.03).cornerRadius(3)
const layout = pie<Slice>()
  .value((slice) => slice.value)
  .sort(null)

/** Shares of a whole as a ring with a legend; the legend holds every figure, so the ring is decoration. */
export function Donut({ label, slices, total, unit }: DonutProps) {
  const sum = slices.reduce((acc, slice) => acc + slice.value, 0)
  const share = (slice: Slice) => formatPercent(sum === 0 ? 0 : Math.round((slice.value / sum) * 100))
  return (
    <div className={classes.donut}>
      <svg width="150" height="150" viewBox="-75 -75 150 150" aria-hidden>
        {sum === 0 && <circle r={63.5} fill="none" stroke="var(--t3)" strokeWidth="19" />}
        {sum > 0 &&
          layout([...slices]).map((datum, index) => <path key={datum.data.label} d={shape(datum) ?? ''} fill={chartColour(index)} />)}
        <text textAnchor="middle" y="-1" className={classes.total}>
          {total}
        </text>
        <text textAnchor="middle" y="18" className={classes.axis}>
          {unit}
        </text>
      </svg>
      <ul className={classes.legend} aria-hidden>
        {slices.map((slice, index) => (
          <li key={slice.label}>
            <span className={classes.swatch} style={{ background: chartColour(index) }} />
            <span className={classes.legendLabel}>{slice.label}</span>
            <span className={classes.legendValue}>{share(slice)}</span>
          </li>
        ))}
      </ul>
      <ChartTable
        caption={label}
        columns={[t('Name'), t('Value'), t('Share')]}
        rows={slices.map((slice) => [slice.label, slice.value, share(slice)])}
      />
    </div>
  )
}
