import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { t } from '../../lib/words.ts'
import type { HoursDay } from './opening-days.ts'
import styles from '../styles.module.css'
import classes from './opening-hours.module.css'

const weekdays = [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')]

interface OpeningHoursFieldProps<V extends { days: HoursDay[] }> {
  form: UseFormReturnType<V>
  disabled: boolean
  /** Where the contract reports what is wrong. */
  errorPath: string
}

/** The hours of each day of the week, in the field `days` of a form. */
export function OpeningHoursField<V extends { days: HoursDay[] }>({ form, disabled, errorPath }: OpeningHoursFieldProps<V>) {
  const error = Object.entries(form.errors).find(([path]) => path.startsWith(errorPath))?.[1]
  return (
    <fieldset className={classes.hours}>
      <legend className={styles.srOnly}>{t('Opening hours')}</legend>
      {form.values.days.map(({ isOpen }, index) => (
        <div key={weekdays[index]} className={classes.day}>
          <Checkbox label={weekdays[index]} disabled={disabled} {...form.getInputProps(`days.${index}.isOpen`, { type: 'checkbox' })} />
          <TextInput
            type="time"
            aria-label={t('{day} from', { day: weekdays[index] ?? '' })}
            disabled={disabled || !isOpen}
            {...form.getInputProps(`days.${index}.from`)}
          />
          <TextInput
            type="time"
            aria-label={t('{day} to', { day: weekdays[index] ?? '' })}
            disabled={disabled || !isOpen}
            {...form.getInputProps(`days.${index}.to`)}
          />
        </div>
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}
