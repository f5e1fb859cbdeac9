import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { stepAppearances } from '../step-icons.ts'
import classes from './step-tile.module.css'

/** The coloured tile with the icon of a step type. A type that this installation does not know has the grey one of code. */
export function StepTile({ icon, small = false }: { icon: StepType['icon'] | undefined; small?: boolean }) {
  const { icon: Icon, tone } = stepAppearances[icon ?? 'code']
  return (
    <span className={classes.tile} data-tone={tone} data-small={small || undefined} aria-hidden>
      <Icon size={small ? 16 : 18} stroke={1.7} />
    </span>
  )
}
