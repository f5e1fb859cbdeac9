import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from '../../../ui/styles.module.css'
import classes from './choice-cards.module.css'

interface ChoiceCardsProps<T extends string> {
  label: string
  value: T | null
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; text?: ReactNode; disabled?: boolean }[]
  error?: ReactNode
  disabled?: boolean
}

/** One of a few, each with a line about it: radio buttons as cards. */
export function ChoiceCards<T extends string>({ label, value, onChange, choices, error, disabled = false }: ChoiceCardsProps<T>) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset className={styles.fieldset} disabled={disabled} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.choice} data-checked={choice.value === value || undefined}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.shrink}>
              <span className={classes.title}>{choice.label}</span>
              {choice.text && <span className={classes.text}>{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
