import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Brand } from '@imperium/contract/branding/branding.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { brandQuery, resetMutation, saveMutation } from './api.ts'
import type { BrandDraft, ChangeBrand } from './brand-draft.ts'
import { BrandPreviews } from './brand-previews.tsx'
import { ColorsCard } from './colors-card.tsx'
import { CssCard } from './css-card.tsx'
import { ImagesCard } from './images-card.tsx'
import { TypeCard } from './type-card.tsx'
import { VersionsCard } from './versions-card.tsx'
import classes from './branding.module.css'

/** /org/{slug}/settings/branding: how the organization looks to its members and customers. */
export function BrandingPage() {
  const { data, error, refetch } = useQuery(brandQuery)
  if (data) return <BrandEditor key={data.version} brand={data} />
  return (
    <Page title={t('Branding & Theme')} subtitle={subtitle}>
      {error ? (
        <ErrorState error={error} title={t('The branding settings could not be loaded')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius={12} />
      )}
    </Page>
  )
}

const subtitle = t('How pages, emails and documents of your organization look.')

const draftOf = ({ scopedCss: _css, name: _name, hidesProduct: _hides, version: _version, savedAt: _at, ...draft }: Brand): BrandDraft =>
  draft

function BrandEditor({ brand }: { brand: Brand }) {
  const refused = useGate('branding:write')
  const [draft, setDraft] = useState(() => draftOf(brand))
  const save = useMutation(saveMutation)
  const reset = useMutation(resetMutation)
  const change: ChangeBrand = (fields) => {
    save.reset()
    setDraft((last) => ({ ...last, ...fields }))
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(brand))
  function send(): void {
    const { logo, favicon, ...settings } = draft
    save.mutate({ body: { ...settings, logoId: logo?.id ?? null, faviconId: favicon?.id ?? null, version: brand.version } })
  }
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to reset all branding settings to defaults?')
    if (await confirm({ title: t('Reset to Defaults'), message, action: t('Reset') })) reset.mutate({})
  }
  const fields = { draft, change, refused }
  return (
    <Page
      title={t('Branding & Theme')}
      subtitle={subtitle}
      actions={
        <>
          <Button variant="default" disabled={refused !== undefined || reset.isPending} title={refused} onClick={() => void ask()}>
            {t('Reset to Defaults')}
          </Button>
          <Button disabled={refused !== undefined || !isChanged || save.isPending} title={refused} onClick={send}>
            {save.isPending ? t('Saving...') : t('Save Branding Settings')}
          </Button>
        </>
      }
    >
      {save.error && <SaveFault error={save.error} />}
      <div className={classes.columns}>
        <div className={classes.fields}>
          <ImagesCard {...fields} />
          <ColorsCard {...fields} />
          <TypeCard {...fields} />
          <CssCard {...fields} error={save.error instanceof ApiError ? save.error.fields['customCss'] : undefined} />
          <VersionsCard refused={refused} />
        </div>
        <BrandPreviews draft={draft} name={brand.name} hidesProduct={brand.hidesProduct} />
      </div>
    </Page>
  )
}

function SaveFault({ error }: { error: Error }) {
  if (error instanceof ApiError && error.status === 409)
    return (
      <Notice tone="warn" title={t('The brand was changed by another member')}>
        {t('Reload the page to see the change; what you entered here is not saved.')}
      </Notice>
    )
  return (
    <Notice tone="bad" title={t('The branding settings could not be saved')}>
      {error instanceof ApiError ? error.message : null}
    </Notice>
  )
}
