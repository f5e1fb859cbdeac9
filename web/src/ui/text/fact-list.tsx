import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A label and its value; what is not one is left out. */
export type Fact = readonly [label: string, value: ReactNode] | false | null | undefined | ''

interface FactListProps {
  facts: readonly Fact[]
  /** Width of the labels in pixels; on a phone at most 104. */
  labelWidth?: number
  /** Above and below each row, in pixels. */
  rowSpace?: number
}

const styleOf = (labelWidth: number, rowSpace: number) => ({ '--label-width': `${labelWidth}px`, '--row-space': `${rowSpace}px` })

/** Labels at the left, values at the right. */
export function FactList({ facts, labelWidth = 132, rowSpace = 6 }: FactListProps) {
  return (
    <dl className={classes.facts} style={styleOf(labelWidth, rowSpace)}>
      {facts.map(
        (fact, at) =>
          fact && (
            // Two payments of one day have one label.
            <div key={`${fact[0]} ${at}`} className={classes.fact}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
