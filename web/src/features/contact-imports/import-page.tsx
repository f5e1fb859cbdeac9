import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink, useOrgSlug } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { importQuery } from './api.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { Stage } from './import-steps.tsx'
import { UploadStep } from './upload-step.tsx'
import classes from './imports.module.css'

const ResultStep = lazy(async () => ({ default: (await import('./result-step.tsx')).ResultStep }))
const SetupStep = lazy(async () => ({ default: (await import('./setup-step.tsx')).SetupStep }))

/** /org/{slug}/contacts/import: imports contacts from a file, step by step; the import's id is in the URL. */
export function ImportPage() {
  const mayImport = useCan('contacts:write')
  const { import: id, campaign, step } = useSearch({ from: '/org/$orgSlug/contacts/import' })
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const open = (next: string | null, at?: 'consent') =>
    void navigate({
      to: '/org/$orgSlug/contacts/import',
      params: { orgSlug },
      search: { ...(next ? { import: next } : {}), ...(campaign ? { campaign } : {}), ...(at ? { step: at } : {}) },
    })
  return (
    <Page
      title={t('Import contacts')}
      subtitle={t('From a CSV or Excel file: map the columns, state the source of consent, and watch the progress.')}
      actions={
        id &&
        mayImport && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => open(null)}>
            {t('New import')}
          </Button>
        )
      }
    >
      {!mayImport && <EmptyState icon={IconLock} title={t('Access denied')} text={t('Your role can view contacts, but not change them')} />}
      {mayImport && !id && (
        <>
          <ForCampaign id={campaign} />
          <Stage current="file">
            <UploadStep begun={null} onUploaded={(uploaded) => open(uploaded)} />
          </Stage>
          <EarlierImports />
        </>
      )}
      {mayImport && id && <OneImport key={id} id={id} campaignId={campaign} isConsent={step === 'consent'} onOpen={open} />}
    </Page>
  )
}

/** Until the import runs: which campaign waits for it, and the way back without it. */
const ForCampaign = ({ id }: { id: string | undefined }) =>
  id && (
    <p className={classes.forCampaign}>
      {t('This list becomes the audience of your campaign.')}
      <OrgLink path={`campaigns/${id}/edit?step=audience`} className="link">
        {t('Back to the campaign without it')}
      </OrgLink>
    </p>
  )

interface OneImportProps {
  id: string
  campaignId: string | undefined
  isConsent: boolean
  onOpen: (id: string | null, step?: 'consent') => void
}

function OneImport({ id, campaignId, isConsent, onOpen }: OneImportProps) {
  const { data, isError, error, refetch } = useQuery(importQuery(id))
  if (isError && !data) return <ErrorState error={error} title={t('The import could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={280} radius="lg" />
  if (data.status === 'uploading')
    return (
      <>
        <ForCampaign id={campaignId} />
        <Stage current="file">
          <UploadStep begun={data} onUploaded={(uploaded) => onOpen(uploaded)} />
        </Stage>
      </>
    )
  return (
    <Suspense fallback={<Skeleton height={280} radius="lg" />}>
      {data.status === 'uploaded' ? (
        <>
          <ForCampaign id={campaignId} />
          <SetupStep
            held={data}
            isConsent={isConsent}
            onStep={(step) => onOpen(id, step === 'consent' ? step : undefined)}
            onGone={() => onOpen(null)}
          />
        </>
      ) : (
        <Stage current="result">
          <ResultStep held={data} campaignId={campaignId} />
        </Stage>
      )}
    </Suspense>
  )
}
