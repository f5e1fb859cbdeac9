import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { t } from '../../lib/words.ts'
import { ConditionRow } from './condition-row.tsx'
import { conditionAbout, isGroupNode, mayNest, newCondition, newGroup } from './rule-model.ts'
import type { GroupNode, RuleNode } from './rule-model.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

interface RuleGroupProps {
  group: GroupNode
  /** 1 for the outermost. */
  depth: number
  choices: SegmentChoices
  /** No further condition fits. */
  full: boolean
  /** Replaces a node by its id; null removes it. */
  onReplace: (id: number, next: RuleNode | null) => void
}

const matchOptions = [
  { value: 'all', label: t('All') },
  { value: 'any', label: t('Any') },
  { value: 'none', label: t('None||of the conditions') },
]
const matchText = {
  all: t('of these conditions hold'),
  any: t('of these conditions holds'),
  none: t('of these conditions holds'),
}
const symbol = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** A group of conditions and groups, which hold all, any or none. */
export function RuleGroup({ group, depth, choices, full, onReplace }: RuleGroupProps) {
  const add = (node: RuleNode) => onReplace(group.id, { ...group, rules: [...group.rules, node] })
  const addCondition = () => add(newCondition(conditionAbout('tags', choices)))
  return (
    <div className={classes.group} role="group" aria-label={depth === 1 ? t('Rules') : t('Group of conditions')} data-depth={depth}>
      <div className={classes.groupHead}>
        <SegmentedControl
          size="xs"
          aria-label={t('How many must hold')}
          data={matchOptions}
          value={group.match}
          onChange={(match) => onReplace(group.id, { ...group, match: match === 'any' || match === 'none' ? match : 'all' })}
        />
        <span className={classes.muted}>{matchText[group.match]}</span>
        {depth > 1 && (
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            color="gray"
            aria-label={t('Remove the group')}
            onClick={() => onReplace(group.id, null)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {group.rules.map((node) =>
        isGroupNode(node) ? (
          <RuleGroup key={node.id} group={node} depth={depth + 1} choices={choices} full={full} onReplace={onReplace} />
        ) : (
          <ConditionRow
            key={node.id}
            node={node}
            choices={choices}
            onChange={(condition) => onReplace(node.id, { ...node, condition })}
            onRemove={() => onReplace(node.id, null)}
          />
        ),
      )}
      {group.rules.length === 0 && (
        <p className={styles.textPlain}>
          {depth === 1 ? t('Without conditions, the segment contains all contacts.') : t('An empty group matches all contacts.')}
        </p>
      )}
      <div className={classes.groupFoot}>
        <Button size="xs" variant="default" leftSection={<IconPlus {...symbol} />} disabled={full} onClick={addCondition}>
          {t('Add condition')}
        </Button>
        {mayNest(depth) && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconFolderPlus {...symbol} />}
            disabled={full}
            onClick={() => add(newGroup('any', [newCondition(conditionAbout('tags', choices))]))}
          >
            {t('Add group')}
          </Button>
        )}
      </div>
    </div>
  )
}
