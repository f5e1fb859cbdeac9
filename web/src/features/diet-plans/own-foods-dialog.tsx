import { ActionIcon, Button, FileButton, Modal, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { OwnFood } from '@imperium/contract/diet-plans/own-foods.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { call } from '../../lib/api.ts'
import { formatDecimal } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { changedFoods, foodsQuery, removeFoodMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

const example = 'Name,kcal,Protein,Carbs,Fat,Sodium mg,Measure,Measure grams,Source\nIdli,120,4,25,0.5,210,piece,40,Own kitchen\n'
const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** By its name: browsers know the type of a file only where the computer has a program for it. */
const typeOf = ({ name }: File) => (/\.xlsx$/i.test(name) ? excelType : 'text/csv')

interface DialogProps {
  /** Why none can be added now; undefined if it can. */
  refusal: string | undefined
  onClose: () => void
}

/** Foods that the organization adds to the food table, by a file. They go before the table's foods of the same name. */
export function OwnFoodsDialog({ refusal, onClose }: DialogProps) {
  const { data: foods, error, refetch } = useQuery(foodsQuery)
  const add = useMutation({
    mutationFn: (file: File) => call(dietPlans.importFoods, { body: new Blob([file], { type: typeOf(file) }) }),
    meta: { failure: t('The file could not be imported'), invalidates: changedFoods },
  })
  return (
    <Modal opened onClose={onClose} title={t('Own foods')} size={640} radius="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={styles.stack}>
        <p className={styles.text}>
          {t('Dishes and products that the food table does not hold. Amounts are of 100 g. A food with a known name is changed.')}
        </p>
        <div className={styles.wrapped}>
          <FileButton accept=".csv,.tsv,.txt,.xlsx,text/csv" onChange={(file) => file && add.mutate(file)}>
            {(props) => (
              <Button {...props} data-autofocus loading={add.isPending} disabled={refusal !== undefined} title={refusal}>
                {t('Choose a CSV or Excel file')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
            download="own-foods.csv"
          >
            {t('Example file')}
          </Button>
        </div>
        <div role="status">
          {add.data && (
            <Notice
              tone={add.data.faults.length > 0 ? 'warn' : 'info'}
              title={t('{created} created, {updated} changed', { created: add.data.created, updated: add.data.updated })}
            >
              {add.data.faults.length > 0 && (
                <ul className={styles.list}>
                  {add.data.faults.map((fault) => (
                    <li key={`${fault.line} ${fault.column} ${fault.message}`}>
                      {t('Line {line}, {column}: {message}', { line: fault.line, column: fault.column, message: translateMessage(fault) })}
                    </li>
                  ))}
                </ul>
              )}
            </Notice>
          )}
        </div>
        {error ? (
          <ErrorState error={error} title={t('Own foods could not be loaded')} onRetry={() => void refetch()} plain />
        ) : foods ? (
          <FoodList foods={foods} refusal={refusal} />
        ) : (
          <Skeleton height={120} radius={12} aria-busy />
        )}
      </div>
    </Modal>
  )
}

function FoodList({ foods, refusal }: { foods: readonly OwnFood[]; refusal: string | undefined }) {
  const remove = useMutation(removeFoodMutation)
  if (foods.length === 0) return <p className={styles.text}>{t('No own foods yet.')}</p>
  async function askToDelete({ id, name }: OwnFood): Promise<void> {
    const message = t('Plans that use "{name}" lose its numbers.', { name })
    if (await confirm({ title: t('Delete own food'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <ul className={`${styles.list} ${classes.shopping}`} aria-label={t('Own foods')}>
      {foods.map((food) => (
        <li key={food.id}>
          <span>
            {food.name}
            <span className={classes.foodFacts}>{factsOf(food)}</span>
          </span>
          <ActionIcon
            aria-label={t('Delete: {name}', { name: food.name })}
            disabled={refusal !== undefined || remove.isPending}
            title={refusal}
            onClick={() => void askToDelete(food)}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

const shown = (value: number | null): string => (value === null ? '–' : formatDecimal(value))

function factsOf({ kcal, protein, carbs, fat, measure, measureGrams, source }: OwnFood): string {
  const figures = t('{calories} kcal · protein {protein} g · carbs {carbs} g · fat {fats} g', {
    calories: shown(kcal),
    protein: shown(protein),
    carbs: shown(carbs),
    fats: shown(fat),
  })
  return [figures, measure && `1 ${measure} = ${shown(measureGrams)} g`, source].filter(Boolean).join(' · ')
}
