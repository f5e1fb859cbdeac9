import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFlask } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { demoQuery, isBusy, loadMutation } from './api.ts'
import { useRemoveDemo } from './use-remove-demo.ts'
import styles from '../../ui/styles.module.css'
import classes from './onboarding.module.css'

/** Offers demo data, shows how far loading or removing it is, and removes it. */
export function DemoCard() {
  const { data } = useQuery(demoQuery)
  return data ? (
    <Card title={t('Demo data')}>
      <DemoState demo={data} />
    </Card>
  ) : null
}

/** A banner while there is demo data. */
export function DemoBanner() {
  const { data } = useQuery(demoQuery)
  if (!data || data.status === 'none') return null
  return (
    <section className={classes.banner} aria-label={t('Demo data')} data-bad={data.status === 'failed' || undefined}>
      {data.status === 'failed' ? (
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      ) : (
        <IconFlask size={16} stroke={1.7} aria-hidden />
      )}
      <DemoState demo={data} />
    </section>
  )
}

function DemoState({ demo }: { demo: DemoData }) {
  const mayChange = useCan('organizations:update')
  const load = useMutation(loadMutation)
  const remove = useRemoveDemo()
  const loading = (label: string, button: 'filled' | 'default' = 'default') => (
    <Button variant={button} size="compact-md" disabled={load.isPending} onClick={() => load.mutate({})}>
      {label}
    </Button>
  )
  const removing = (
    <Button variant="default" size="compact-md" disabled={remove.isPending} onClick={() => void remove.ask()}>
      {t('Remove demo data')}
    </Button>
  )
  return (
    <div className={classes.demo}>
      {isBusy(demo) ? (
        <Busy demo={demo} />
      ) : (
        <p className={classes.demoText} role={demo.status === 'failed' ? 'alert' : undefined}>
          <DemoText demo={demo} mayChange={mayChange} />
        </p>
      )}
      {mayChange && !isBusy(demo) && (
        <div className={styles.wrapped}>
          {demo.status === 'none' && loading(t('Load demo data'))}
          {demo.status === 'failed' && loading(t('Try again'))}
          {demo.status !== 'none' && removing}
        </div>
      )}
    </div>
  )
}

function DemoText({ demo: { status, error, errorKey, counts }, mayChange }: { demo: DemoData; mayChange: boolean }) {
  if (status === 'failed')
    return error
      ? t('Demo data is incomplete: {reason}', { reason: translateMessage({ message: error, ...errorKey }) })
      : t('Demo data is incomplete.')
  if (status === 'ready')
    return t(
      'You see demo data: {contacts} invented contacts, {agents} agents with {runs} runs, campaigns, workflows, conversations, orders, documents and a webhook.',
      {
        contacts: formatNumber(counts.contacts),
        agents: counts.agents,
        runs: formatNumber(counts.runs),
      },
    )
  return mayChange
    ? t(
        'See pages filled: agents with weeks of runs, 2,000 invented contacts, campaigns, workflows, conversations, orders, documents and a webhook. Remove it at any time.',
      )
    : t('No demo data is loaded. An owner or administrator can load it.')
}

function Busy({ demo: { status, progress } }: { demo: DemoData }) {
  const label = status === 'loading' ? t('Loading demo data') : t('Removing demo data')
  return (
    <div className={classes.busy}>
      <p className={classes.demoText} role="status">
        {label}
      </p>
      <Progress value={progress} aria-label={label} />
    </div>
  )
}
