import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../lib/use-session.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink, useOrgTarget } from '../../ui/org-link.tsx'
import classes from './dashboard.module.css'

/** What to do in an organization that has no agent yet; stands where its charts will be. */
export function FirstSteps() {
  const mayCreate = useCan('agents:write')
  const mayManageModels = useCan('ai-models:manage')
  const create = useOrgTarget('agents?create=true')
  return (
    <Card className={classes.start}>
      <h2 className={classes.startTitle}>Three steps to your first result</h2>
      <ol className={classes.steps}>
        <Step number={1} title="Create an AI agent">
          Give it a name, a model and the tools it may use.
        </Step>
        <Step number={2} title="Run it on real input">
          Watch each step live. The built-in sandbox model needs no key{mayManageModels ? '; ' : '.'}
          {mayManageModels && (
            <OrgLink path="settings/ai-models" className={classes.stepLink}>
              add your own model
            </OrgLink>
          )}
          {mayManageModels && ' for real answers.'}
        </Step>
        <Step number={3} title="See what it did and cost">
          Runs, success, response time and cost appear on this page.
        </Step>
      </ol>
      {mayCreate ? (
        <Button component={Link} to={create.to} search={create.search} leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}>
          Create your first agent
        </Button>
      ) : (
        <p className={classes.caption}>Your role can look at agents but not create them. Ask an owner or administrator.</p>
      )}
    </Card>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.stepNumber} aria-hidden>
        {number}
      </span>
      <div>
        <h3 className={classes.stepTitle}>{title}</h3>
        <p className={classes.stepText}>{children}</p>
      </div>
    </li>
  )
}
