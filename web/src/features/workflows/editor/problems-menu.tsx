import { Button, Menu } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { useEditorContext } from './editor-context.ts'
import { findStep } from './graph/edit-graph.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

/** Problems that prevent publishing; each links to its step. */
export function ProblemsMenu() {
  const { problems, graph } = useEditorContext()
  const isPhone = useIsPhone()
  const texts = plural(problems.length, { one: '{count} problem', other: '{count} problems' })
  if (problems.length === 0 || graph.definition.steps.length === 0) return null
  return (
    <Menu width={320} menuItemTabIndex={0}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={texts}
          leftSection={<IconAlertCircle size={16} stroke={1.7} className={classes.bad} aria-hidden />}
        >
          {isPhone ? problems.length : texts}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Fix before publishing')}</Menu.Label>
        <ProblemItems />
      </Menu.Dropdown>
    </Menu>
  )
}

function ProblemItems() {
  const { problems, graph, setFormOpen } = useEditorContext()
  return problems.map((problem) => (
    <Menu.Item
      key={`${problem.stepId} ${problem.path} ${problem.message}`}
      onClick={() => (graph.select(problem.stepId ? [problem.stepId] : []), setFormOpen(true))}
    >
      <span className={styles.smallBlock}>{findStep(graph.definition, problem.stepId)?.name ?? t('The whole workflow')}</span>
      {translateMessage(problem)}
    </Menu.Item>
  ))
}
