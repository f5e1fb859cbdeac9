import { ActionIcon, Checkbox, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import styles from '../styles.module.css'
import classes from './resource-card.module.css'

export interface CardAction {
  label: string
  icon: Icon
  onClick: () => void
  /** Why the action is not possible; shown instead of the label. */
  refusal?: string | undefined
  busy?: boolean
}

interface ResourceCardProps {
  name: string
  icon: ReactNode
  /** Below the name. */
  about: ReactNode
  onOpen: () => void
  /** At the right of the name: a StatusDot. */
  status?: ReactNode
  selection?: { isSelected: boolean; onToggle: () => void }
  description: string
  /** Short text at the left of the actions. */
  note?: ReactNode
  actions: readonly (CardAction | false)[]
  /** Behind the actions. */
  menu?: ReactNode
  /** Smaller actions, so that a long note fits. */
  dense?: boolean
  children?: ReactNode
}

/** One row of a list as a card. The button of its name spreads over the card, so a click anywhere else opens it. */
export function ResourceCard({ name, icon, about, onOpen, status, selection, description, note, ...rest }: ResourceCardProps) {
  const { actions, menu, dense = false, children } = rest
  return (
    <article className={classes.card} data-dense={dense || undefined} data-selected={selection?.isSelected || undefined} aria-label={name}>
      <div className={styles.rowTop}>
        {icon}
        <span className={styles.grow}>
          <button type="button" className={classes.name} title={name} onClick={onOpen}>
            {name}
          </button>
          <span className={classes.about}>{about}</span>
        </span>
        {status}
        {selection && (
          <Checkbox
            className={classes.above}
            aria-label={t('Select {row}', { row: name })}
            checked={selection.isSelected}
            onChange={selection.onToggle}
          />
        )}
      </div>
      <p className={classes.description}>{description || t('No description')}</p>
      {children}
      <div className={classes.foot}>
        <span className={classes.note}>{note}</span>
        <span className={classes.actions}>
          {actions.map((action) => action && <ActionButton key={action.label} name={name} dense={dense} {...action} />)}
          {menu}
        </span>
      </div>
    </article>
  )
}

interface ActionButtonProps extends CardAction {
  name: string
  dense: boolean
}

function ActionButton({ label, icon: Glyph, name, refusal, busy = false, dense, onClick }: ActionButtonProps) {
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        aria-label={`${label}: ${name}`}
        size={dense ? 30 : 32}
        {...(refusal === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={refusal !== undefined}
        disabled={busy}
        onClick={() => {
          if (refusal === undefined) onClick()
        }}
      >
        <Glyph size={dense ? 16 : 17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The tinted square with the icon of a kind of row. */
export function CardIcon({ icon: Glyph }: { icon: Icon }) {
  return (
    <span className={classes.icon}>
      <Glyph size={17} stroke={1.7} aria-hidden />
    </span>
  )
}

/** Four or fewer figures of a card, each below its label. */
export function CardFigures({ figures }: { figures: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
