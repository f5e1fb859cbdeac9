import { Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './form.module.css'

interface SliderFieldProps {
  label: string
  value: number
  onChange: (value: number) => void
  limits: { min: number; max: number; step: number }
  /** Labels at the two ends. */
  ends: readonly [string, string]
  disabled?: boolean
}

/** A labelled slider with its value beside the label. */
export function SliderField({ label, value, onChange, limits, ends, disabled = false }: SliderFieldProps) {
  const id = useId()
  return (
    <div>
      <div className={classes.sliderHead}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <output className={classes.sliderValue}>{value}</output>
      </div>
      <Slider
        size={4}
        thumbSize={16}
        {...limits}
        value={value}
        onChange={onChange}
        label={null}
        disabled={disabled}
        thumbProps={{ 'aria-labelledby': id }}
      />
      <div className={classes.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
