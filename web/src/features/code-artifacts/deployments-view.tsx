import { Button, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { environments } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatMoment } from '../../lib/format.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { deployMutation, rollbackMutation } from './api.ts'
import { environmentLabels, placeTexts } from './artifact-labels.ts'
import { ComparisonView } from './comparison-view.tsx'
import { SecretsView } from './secrets-view.tsx'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

type Environment = (typeof environments)[number]

/** What is deployed where, and the way there and back. */
export function DeploymentsView({ artifact }: { artifact: CodeArtifact }) {
  const refusal = useGate('code-artifacts:deploy')
  const writeRefusal = useGate('code-artifacts:write')
  const { deployments, status, place, language } = artifact
  const runs = (place === 'tool' || place === 'webhook') && (language === 'javascript' || language === 'typescript')
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{placeTexts[place]}</p>
      {(status === 'approved' || status === 'deployed') && <DeployForm artifact={artifact} refusal={refusal} />}
      {runs && deployments.some(({ isCurrent }) => isCurrent) && <ComparisonView artifact={artifact} refusal={writeRefusal} />}
      {deployments.length === 0 && <p className={styles.text}>{t('Not deployed yet')}</p>}
      <ul className={`${styles.list} ${classes.rows}`} aria-label={t('Deployments')}>
        {deployments.map((each) => (
          <li key={each.id}>
            <span>
              <StatusDot
                tone={each.isCurrent ? 'ok' : 'idle'}
                label={`${environmentLabels[each.environment]} · ${t('Version {version}', { version: each.version })}`}
              />
              {each.isRollback && ` ${t('Rolled back')}`}
              {each.notes && <p className={`${styles.text} ${styles.wrap}`}>{each.notes}</p>}
            </span>
            <span className={styles.row}>
              <span className={styles.muted}>
                {each.deployedBy}, {formatMoment(each.deployedAt)}
              </span>
              {each.isCurrent && <RollBack id={artifact.id} environment={each.environment} refusal={refusal} />}
            </span>
          </li>
        ))}
      </ul>
      {runs && <SecretsView artifact={artifact} refusal={refusal} />}
    </div>
  )
}

function DeployForm({ artifact: { id, version }, refusal }: { artifact: CodeArtifact; refusal: string | undefined }) {
  const [environment, setEnvironment] = useState<Environment>('staging')
  const [notes, setNotes] = useState('')
  const deploy = useMutation(deployMutation)
  async function send(): Promise<void> {
    const message = t('Deploy this artifact to production?')
    const question = { title: t('Deploy to Production'), message, action: t('Deploy'), danger: false }
    if (environment === 'production' && !(await confirm(question))) return
    deploy.mutate({ params: { id }, body: { environment, deploymentNotes: notes } }, { onSuccess: () => setNotes('') })
  }
  return (
    <div className={styles.stack}>
      <Select
        label={t('Environment')}
        allowDeselect={false}
        value={environment}
        data={environments.map((value) => ({ value, label: environmentLabels[value] }))}
        onChange={(next) => setEnvironment(next === 'production' ? 'production' : 'staging')}
      />
      <Textarea
        label={t('Notes')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" disabled={refusal !== undefined || deploy.isPending} title={refusal} onClick={() => void send()}>
          {t('Deploy version {version}', { version })}
        </Button>
      </div>
    </div>
  )
}

function RollBack({ id, environment, refusal }: { id: string; environment: Environment; refusal: string | undefined }) {
  const rollBack = useMutation(rollbackMutation)
  async function ask(): Promise<void> {
    const message = t('The version before takes its place at once. Without one, nothing is deployed here any more.')
    if (await confirm({ title: t('Roll back'), message, action: t('Roll back') }))
      rollBack.mutate({ params: { id }, body: { environment } })
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={refusal !== undefined || rollBack.isPending}
      title={refusal}
      onClick={() => void ask()}
    >
      {t('Roll back')}
    </Button>
  )
}
