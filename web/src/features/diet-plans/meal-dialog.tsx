import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DietPlan, Meal } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { changed } from './api.ts'
import { lineOf, readLines } from './ingredient-lines.ts'

interface MealDialogProps {
  plan: DietPlan
  day: number
  /** Place of the meal in its day. */
  at: number
  meal: Meal
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  time: string
  lines: string
  preparation: string
}

/** Changes one meal; its numbers are computed anew. */
export function MealDialog({ plan, day, at, meal, onClose }: MealDialogProps) {
  const toMeal = ({ name, time, lines, preparation }: Values) => ({
    mealType: meal.mealType,
    name,
    time,
    preparation,
    ingredients: readLines(lines, meal.ingredients),
  })
  const form = useContractForm<Values>({
    initialValues: { name: meal.name, time: meal.time, lines: meal.ingredients.map(lineOf).join('\n'), preparation: meal.preparation },
    schema: WrittenMeal,
    toBody: toMeal,
  })
  const save = useMutation({
    mutationFn: (values: Values) =>
      call(dietPlans.updateMeal, { params: { id: plan.id, day, meal: at + 1 }, body: { version: plan.version, meal: toMeal(values) } }),
    meta: { silent: true, success: t('Meal saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The meal could not be saved'))
    },
  })
  const faulty = Object.keys(form.errors).find((path) => path.startsWith('ingredients'))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Edit meal of day {day}', { day })}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={160} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('Time')} type="time" {...form.getInputProps('time')} />
      <Textarea
        label={t('Ingredients')}
        description={t('One in a line: amount, unit, name, for example 120 g brown rice, cooked')}
        autosize
        minRows={5}
        {...form.getInputProps('lines')}
        error={faulty ? form.errors[faulty] : form.errors['lines']}
      />
      <Textarea label={t('Preparation')} autosize minRows={3} maxLength={2_000} {...form.getInputProps('preparation')} />
    </FormDialog>
  )
}
