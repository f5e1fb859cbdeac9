import { ActionIcon, Menu } from '@mantine/core'
import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { DayPlan, DietPlan, Ingredient, Meal } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatDecimal, formatFullDay } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { regenerateDayMutation, regenerateMealMutation } from './api.ts'
import { mealLabels, numberOrDash } from './diet-plan-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

const SwapDialog = lazy(async () => ({ default: (await import('./swap-dialog.tsx')).SwapDialog }))
const MealDialog = lazy(async () => ({ default: (await import('./meal-dialog.tsx')).MealDialog }))

interface ViewProps {
  plan: DietPlan
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
}

interface Edited {
  kind: 'edit' | 'swap'
  day: number
  at: number
  meal: Meal
}

/** Summary and days of a plan. Numbers that are not known are dashes. */
export function DaysView({ plan, refusal }: ViewProps) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const { summary, dailyPlans, foodsToAvoid, foodsToEmphasize } = plan.dietPlan
  return (
    <div className={styles.stack}>
      {summary.description && <p className={styles.text}>{summary.description}</p>}
      {summary.keyRecommendations.length > 0 && (
        <Card title={t('Key recommendations')}>
          <ul className={classes.points}>
            {summary.keyRecommendations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
      )}
      <FoodLists avoid={foodsToAvoid} emphasize={foodsToEmphasize} />
      {dailyPlans.map((day) => (
        <DayCard key={day.day} plan={plan} day={day} refusal={refusal} onEdit={setEdited} />
      ))}
      {dailyPlans.length > 0 && <p className={styles.hint}>{t('Numbers: {source}', { source: plan.foodSource })}</p>}
      <Overlays open={edited ? `${edited.kind}-${edited.day}-${edited.at}` : ''}>
        {edited?.kind === 'edit' && <MealDialog plan={plan} {...edited} onClose={() => setEdited(null)} />}
        {edited?.kind === 'swap' && <SwapDialog plan={plan} {...edited} onClose={() => setEdited(null)} />}
      </Overlays>
    </div>
  )
}

function FoodLists({ avoid, emphasize }: { avoid: readonly string[]; emphasize: readonly string[] }) {
  if (avoid.length + emphasize.length === 0) return null
  return (
    <dl className={classes.foods}>
      <div>
        <dt>{t('Foods to avoid')}</dt>
        <dd>{avoid.join(', ') || '–'}</dd>
      </div>
      <div>
        <dt>{t('Foods to emphasize')}</dt>
        <dd>{emphasize.join(', ') || '–'}</dd>
      </div>
    </dl>
  )
}

interface DayProps extends ViewProps {
  day: DayPlan
  onEdit: (edited: Edited) => void
}

function dateOf(startsOn: string, day: number): string {
  const date = new Date(`${startsOn}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + day - 1)
  return formatFullDay(date.toISOString().slice(0, 10))
}

function DayCard({ plan, day, refusal, onEdit }: DayProps) {
  const { nutrition, unmatched, meals } = day
  const rewrite = useMutation(regenerateDayMutation)
  const isBusy = plan.work !== null || plan.version === 0 || rewrite.isPending
  const energyUnit = plan.target ? t('of {calories} kcal', { calories: numberOrDash(plan.target.calories) }) : 'kcal'
  const actions = (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('More for day {day}', { day: day.day })}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={refusal !== undefined || isBusy}
          title={refusal}
          onClick={() => rewrite.mutate({ params: { id: plan.id, day: day.day }, body: { version: plan.version } })}
        >
          {t('Write this day again')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <Card title={t('Day {day} · {date}', { day: day.day, date: dateOf(plan.startsOn, day.day) })} aside={actions}>
      <StatStrip
        compact
        label={t('Nutrition of day {day}', { day: day.day })}
        stats={[
          { label: t('Energy'), value: numberOrDash(nutrition.calories), unit: energyUnit },
          { label: t('Protein'), value: numberOrDash(nutrition.protein), unit: 'g' },
          { label: t('Carbohydrates'), value: numberOrDash(nutrition.carbs), unit: 'g' },
          { label: t('Fat'), value: numberOrDash(nutrition.fats), unit: 'g' },
        ]}
      />
      {unmatched > 0 && <Unmatched count={unmatched} />}
      <ul className={`${styles.list} ${classes.meals}`}>
        {meals.map((meal, at) => (
          <li key={`${meal.mealType} ${at}`}>
            <MealView
              plan={plan}
              day={day.day}
              at={at}
              meal={meal}
              refusal={refusal}
              onEdit={(kind) => onEdit({ kind, day: day.day, at, meal })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Unmatched = ({ count }: { count: number }) => (
  <p className={classes.unmatched}>
    <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
    {plural(count, {
      one: '{count} ingredient is not in the food table: the numbers are a lower bound.',
      other: '{count} ingredients are not in the food table: the numbers are a lower bound.',
    })}
  </p>
)

interface MealProps extends ViewProps {
  day: number
  at: number
  meal: Meal
  onEdit: (kind: Edited['kind']) => void
}

function MealView({ plan, day, at, meal, refusal, onEdit }: MealProps) {
  const { mealType, time, name, ingredients, preparation, nutrition } = meal
  const rewrite = useMutation(regenerateMealMutation)
  const isOff = refusal !== undefined || plan.work !== null || plan.version === 0 || rewrite.isPending
  const conflicts = plan.conflicts.filter((conflict) => conflict.day === day && conflict.mealIndex === at)
  return (
    <article aria-label={name}>
      <div className={classes.mealHead}>
        <span className={classes.mealTime}>
          {time} · {mealLabels[mealType] ?? mealType}
        </span>
        <span className={classes.mealFigures}>
          {t('{calories} kcal · protein {protein} g · carbs {carbs} g · fat {fats} g', {
            calories: numberOrDash(nutrition.calories),
            protein: numberOrDash(nutrition.protein),
            carbs: numberOrDash(nutrition.carbs),
            fats: numberOrDash(nutrition.fats),
          })}
        </span>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size={26} aria-label={t('More for {name}', { name })}>
              <IconDots size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isOff} title={refusal} onClick={() => onEdit('edit')}>
              {t('Edit')}
            </Menu.Item>
            <Menu.Item disabled={isOff} title={refusal} onClick={() => onEdit('swap')}>
              {t('Swap a food')}
            </Menu.Item>
            <Menu.Item
              disabled={isOff}
              title={refusal}
              onClick={() => rewrite.mutate({ params: { id: plan.id, day, meal: at + 1 }, body: { version: plan.version } })}
            >
              {t('Write this meal again')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <h4 className={classes.mealName}>{name}</h4>
      {conflicts.map((conflict) => (
        <p key={`${conflict.kind} ${conflict.rule} ${conflict.ingredient}`} className={classes.conflict}>
          <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
          {t('{ingredient} conflicts with {rule}', { ingredient: conflict.ingredient, rule: conflict.rule })}
        </p>
      ))}
      <ul className={classes.ingredients}>
        {ingredients.map((ingredient, place) => (
          <li key={`${ingredient.name} ${place}`}>
            <IngredientLine ingredient={ingredient} />
          </li>
        ))}
      </ul>
      {preparation && <p className={styles.text}>{preparation}</p>}
    </article>
  )
}

/** Amount, name, and the food of the table with the confidence of the match; or that there is none. */
function IngredientLine({ ingredient: { name, amount, unit, match, missing } }: { ingredient: Ingredient }) {
  const written = `${formatDecimal(amount)} ${unit} ${name}`
  if (!match)
    return (
      <>
        {written} <span className={classes.missing}>{missing === 'amount' ? t('amount has no weight') : t('not in the food table')}</span>
      </>
    )
  const isSure = match.confidence >= 0.8
  return (
    <>
      {written}{' '}
      <span className={classes.match} title={match.foodName}>
        {[
          `${formatDecimal(match.grams)} g`,
          match.source === 'own' ? t('{food} (own food)', { food: match.foodName }) : match.foodName,
          t('{percent}% sure', { percent: Math.round(match.confidence * 100) }),
        ]
          .filter((_, place) => place < 2 || !isSure)
          .join(' · ')}
      </span>
    </>
  )
}
