import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DietPlan, Meal } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { changed } from './api.ts'
import { lineOf } from './ingredient-lines.ts'

interface SwapDialogProps {
  plan: DietPlan
  day: number
  /** Place of the meal in its day. */
  at: number
  meal: Meal
  onClose: () => void
}

/** Puts another food in the place of an ingredient; its amount is what keeps the energy of the meal. */
export function SwapDialog({ plan, day, at, meal, onClose }: SwapDialogProps) {
  const counted = meal.ingredients.flatMap((ingredient, place) =>
    ingredient.match ? [{ value: String(place + 1), label: lineOf(ingredient) }] : [],
  )
  const [ingredient, setIngredient] = useState(counted[0]?.value ?? '')
  const [food, setFood] = useState('')
  const swap = useMutation({
    mutationFn: () =>
      call(dietPlans.swapFood, {
        params: { id: plan.id, day, meal: at + 1 },
        body: { version: plan.version, ingredient: Number(ingredient), food: food.trim() },
      }),
    meta: { silent: true, success: t('Meal saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => reportError(error, t('The food could not be swapped')),
  })
  const missing = counted.length === 0 ? t('No ingredient of this meal has numbers.') : food.trim() === '' ? t('Name the other food.') : ''
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Swap a food of day {day}', { day })}
      onSubmit={(event) => {
        event.preventDefault()
        swap.mutate()
      }}
      submitLabel={t('Swap')}
      busyLabel={t('Saving...')}
      busy={swap.isPending}
      disabledReason={missing || undefined}
      width={480}
    >
      <Select
        label={t('Ingredient')}
        allowDeselect={false}
        data={counted}
        value={ingredient || null}
        onChange={(next) => setIngredient(next ?? '')}
      />
      <TextInput
        label={t('Other food')}
        description={t('Its amount is computed so that the energy of the meal stays the same.')}
        placeholder={t('Quinoa')}
        maxLength={120}
        data-autofocus
        value={food}
        onChange={(event) => setFood(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
