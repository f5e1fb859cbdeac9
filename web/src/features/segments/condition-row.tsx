import { ActionIcon, Select, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { t } from '../../lib/words.ts'
import { conditionAbout, isFinished, subjectOf } from './rule-model.ts'
import type { ConditionNode, DraftCondition } from './rule-model.ts'
import { subjectGroups } from './rule-labels.ts'
import classes from './segments.module.css'

// Its inputs are many, and a new segment has none of them yet.
const ConditionValue = lazy(async () => ({ default: (await import('./condition-value.tsx')).ConditionValue }))

interface ConditionRowProps {
  node: ConditionNode
  choices: SegmentChoices
  onChange: (condition: DraftCondition) => void
  onRemove: () => void
}

/** One condition: subject, operator and value. */
export function ConditionRow({ node, choices, onChange, onRemove }: ConditionRowProps) {
  const { condition } = node
  const subject = subjectOf(condition)
  const groups = subjectGroups(choices)
  const known = groups.some(({ items }) => items.some(({ value }) => value === subject))
  // A deleted field stays visible until a member removes the condition.
  const data = known ? groups : [{ group: t('Deleted'), items: [{ value: subject, label: condition.field ?? subject }] }, ...groups]
  return (
    <div className={classes.condition} role="group" aria-label={t('Condition')} data-unfinished={!isFinished(node) || undefined}>
      <Select
        className={classes.subject}
        aria-label={t('Condition subject')}
        data={data}
        value={subject}
        onChange={(next) => next && onChange(conditionAbout(next, choices))}
        allowDeselect={false}
        searchable
        // Typing replaces the value, as after a choice with the mouse.
        onFocus={(event) => event.currentTarget.select()}
        maxDropdownHeight={320}
      />
      <Suspense fallback={<Skeleton height={36} />}>
        <ConditionValue condition={condition} choices={choices} onChange={onChange} />
      </Suspense>
      <ActionIcon className={classes.remove} variant="subtle" color="gray" aria-label={t('Remove the condition')} onClick={onRemove}>
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
