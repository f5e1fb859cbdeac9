import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { OrgLink, useOrgTarget } from '../../ui/page/org-link.tsx'
import classes from './dashboard.module.css'

/** First steps for an organization without an agent; shown in place of the charts. */
export function FirstSteps() {
  const mayCreate = useCan('agents:write')
  const mayManageModels = useCan('ai-models:manage')
  const create = useOrgTarget('agents?create=true')
  return (
    <Card className={classes.start}>
      <h2 className={classes.startTitle}>{t('Three steps to your first result')}</h2>
      <ol className={classes.steps}>
        <Step number={1} title={t('Create an AI agent')}>
          {t('Set its name, model and tools.')}
        </Step>
        <Step number={2} title={t('Run it on real input')}>
          {mayManageModels ? (
            <Rich
              text={t('Watch each step live. The built-in sandbox model needs no key; <link>add your own model</link> for real answers.')}
              tags={{ link: <OrgLink path="settings/ai-models" className={classes.stepLink} /> }}
            />
          ) : (
            t('Watch each step live. The built-in sandbox model needs no key.')
          )}
        </Step>
        <Step number={3} title={t('See what it did and cost')}>
          {t('Runs, success, response time and cost appear on this page.')}
        </Step>
      </ol>
      {mayCreate ? (
        <Button component={Link} to={create.to} search={create.search} leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}>
          {t('Create your first agent')}
        </Button>
      ) : (
        <p className={classes.caption}>{t('Your role can view agents but not create them. Ask an owner or administrator.')}</p>
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
