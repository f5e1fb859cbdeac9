import { Button, Menu, Skeleton } from '@mantine/core'
import { IconDownload, IconRocket } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { artifactQuery, deployMutation, removeMutation } from './api.ts'
import { languageLabels, statusLabels, typeLabels } from './artifact-labels.ts'
import { saveCode } from './artifacts-table.tsx'
import type { ArtifactTab, ArtifactsSearch } from './artifacts-search.ts'
import styles from '../../ui/styles.module.css'

const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }))
const ReviewView = lazy(async () => ({ default: (await import('./review-view.tsx')).ReviewView }))
const TestsView = lazy(async () => ({ default: (await import('./tests-view.tsx')).TestsView }))
const VersionsView = lazy(async () => ({ default: (await import('./versions-view.tsx')).VersionsView }))
const DeploymentsView = lazy(async () => ({ default: (await import('./deployments-view.tsx')).DeploymentsView }))
const ArtifactDialog = lazy(async () => ({ default: (await import('./artifact-dialog.tsx')).ArtifactDialog }))

interface PanelProps {
  id: string
  tab: ArtifactTab
  isEditing: boolean
  change: ChangeSearch<ArtifactsSearch>
  onClose: () => void
}

const tabLabels: Record<ArtifactTab, string> = {
  code: t('Code'),
  review: t('Review'),
  tests: t('Tests'),
  versions: t('Versions'),
  deployments: t('Deployments'),
}

/** One code artifact with its code, review, tests, versions and deployments. */
export function ArtifactPanel({ id, tab, isEditing, change, onClose }: PanelProps) {
  const { data: artifact, error, refetch } = useQuery(artifactQuery(id))
  const refusal = useGate('code-artifacts:write')
  const open = (next: ArtifactTab) => change({ tab: next === 'code' ? undefined : next }, true)
  return (
    <SidePanel
      opened
      onClose={onClose}
      width="max(60%, 620px)"
      title={artifact?.name ?? t('Code artifact')}
      subtitle={artifact && <Subtitle artifact={artifact} />}
      actions={artifact && <Actions artifact={artifact} refusal={refusal} onEdit={() => change({ edit: true })} onRemoved={onClose} />}
    >
      {artifact ? (
        <PageTabs tabs={tabLabels} open={tab} onOpen={open}>
          {tab === 'code' && <CodeView artifact={artifact} refusal={refusal} />}
          {tab === 'review' && <ReviewView artifact={artifact} refusal={refusal} />}
          {tab === 'tests' && <TestsView artifact={artifact} refusal={refusal} />}
          {tab === 'versions' && <VersionsView artifact={artifact} />}
          {tab === 'deployments' && <DeploymentsView artifact={artifact} />}
        </PageTabs>
      ) : error ? (
        <ErrorState error={error} title={t('The code artifact could not be loaded')} onRetry={() => void refetch()} plain />
      ) : (
        <Skeleton height={320} radius={12} aria-busy />
      )}
      <Overlays open={isEditing && artifact ? 'edit' : ''}>
        {isEditing && artifact && (
          <ArtifactDialog
            key={artifact.version}
            artifact={artifact}
            refusal={refusal}
            onClose={() => change({ edit: undefined }, true)}
            onSaved={() => change({ edit: undefined }, true)}
          />
        )}
      </Overlays>
    </SidePanel>
  )
}

function Subtitle({ artifact }: { artifact: CodeArtifact }) {
  const { status, version, language, framework, artifactType, inReview } = artifact
  return (
    <span className={styles.row}>
      <StatusDot {...statusLabels[status]} />
      <span>
        {[typeLabels[artifactType], languageLabels[language], framework, `v${version}`, inReview && t('Review requested')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

interface ActionsProps {
  artifact: CodeArtifact
  refusal: string | undefined
  onEdit: () => void
  onRemoved: () => void
}

function Actions({ artifact, refusal, onEdit, onRemoved }: ActionsProps) {
  const { id, name, status, deployments } = artifact
  const deployRefusal = useGate('code-artifacts:deploy')
  const remove = useMutation(removeMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name })
    if (await confirm({ title: t('Delete artifact'), message, action: t('Delete') }))
      remove.mutate({ params: { id } }, { onSuccess: onRemoved })
  }
  return (
    <>
      {status === 'approved' && <DeployButton id={id} refusal={deployRefusal} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default">{t('More')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={refusal !== undefined} title={refusal} onClick={onEdit}>
            {t('Write a new version')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />} onClick={() => saveCode(id)}>
            {t('Download')}
          </Menu.Item>
          <Menu.Item
            color="red"
            disabled={deployRefusal !== undefined || deployments.some(({ isCurrent }) => isCurrent)}
            title={deployRefusal}
            onClick={() => void askToDelete()}
          >
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function DeployButton({ id, refusal }: { id: string; refusal: string | undefined }) {
  const deploy = useMutation(deployMutation)
  async function askToDeploy(): Promise<void> {
    const message = t('Deploy this artifact to production?')
    if (await confirm({ title: t('Deploy to Production'), message, action: t('Deploy'), danger: false }))
      deploy.mutate({ params: { id }, body: { environment: 'production', deploymentNotes: '' } })
  }
  return (
    <Button
      leftSection={<IconRocket size={16} stroke={1.7} aria-hidden />}
      disabled={refusal !== undefined || deploy.isPending}
      title={refusal}
      onClick={() => void askToDeploy()}
    >
      {t('Deploy to Production')}
    </Button>
  )
}
