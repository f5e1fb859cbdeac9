import { Button, Select, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { playgroundMethods } from '@imperium/contract/api-playground.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { referenceQuery } from '../api-reference/index.ts'
import { endpointKey, isSendable } from './draft.ts'
import type { PlaygroundSearch } from './playground-search.ts'
import { RequestCard } from './request-card.tsx'
import { ResponseCard } from './response-card.tsx'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'
import { useToken } from './use-token.ts'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

// Cards below the request and the response.
const SnippetsCard = lazy(async () => ({ default: (await import('./snippets-card.tsx')).SnippetsCard }))
const TipsCard = lazy(async () => ({ default: (await import('./tips-card.tsx')).TipsCard }))
const CollectionsCard = lazy(async () => ({ default: (await import('./collections-card.tsx')).CollectionsCard }))
const HistoryCard = lazy(async () => ({ default: (await import('./history-card.tsx')).HistoryCard }))
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }))
const NewCollectionDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).NewCollectionDialog }))
const route = getRouteApi('/org/$orgSlug/api-playground')

/** /org/{slug}/api-playground: tries the public API with a token of a few minutes. */
export function PlaygroundPage() {
  const search = route.useSearch()
  const changePlace = changeSearch<PlaygroundSearch>(route.useNavigate())
  const refusal = useGate('api-playground:use')
  const writeRefusal = useGate('api-playground:write')
  const mayWrite = useCan('api-playground:write')
  const { data: operations = [], error, refetch } = useQuery(referenceQuery)
  const { draft, change, operation, described, place } = useDraft(search, operations)
  const token = useToken()
  const { send, isSending, result, failure } = useSend({ draft, operation, token })
  const [dialog, setDialog] = useState<'' | 'save' | 'collection'>('')
  const close = () => setDialog('')
  // A paged list knows no offset: code that others run must not send one.
  const isPaged = described?.parameters.some(({ name }) => name === 'cursor') ?? false
  const bodySchema = described?.body ? { schema: described.body, components: described.components } : null
  return (
    <Page
      title={t('API Playground')}
      subtitle={t('Try any endpoint with your own token and copy the code.')}
      actions={
        mayWrite && (
          <Button variant="default" disabled={writeRefusal !== undefined} title={writeRefusal} onClick={() => setDialog('save')}>
            {t('Save')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} title={t('The endpoints could not be loaded')} onRetry={() => void refetch()} plain />}
      <form
        className={classes.bar}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Select
          aria-label={t('Method')}
          className={classes.methods ?? ''}
          data={playgroundMethods}
          value={draft.method}
          allowDeselect={false}
          onChange={(next) => playgroundMethods.filter((each) => each === next).forEach((method) => change({ method }))}
        />
        <TextInput
          aria-label={t('Path')}
          className={classes.address ?? ''}
          classNames={{ input: classes.mono ?? '' }}
          value={draft.path}
          spellCheck={false}
          onChange={(event) => change({ path: event.currentTarget.value })}
        />
        <Button
          type="submit"
          disabled={isSending || refusal !== undefined || !isSendable(draft)}
          title={refusal ?? (isSendable(draft) ? undefined : t('The path must begin with /api/v1, and every placeholder needs a value'))}
          leftSection={<IconSend size={16} stroke={1.7} aria-hidden />}
        >
          {isSending ? t('Sending...') : t('Send Request')}
        </Button>
      </form>
      <div className={classes.columns}>
        <div className={styles.stackShrink}>
          <RequestCard
            draft={draft}
            change={change}
            operations={operations}
            onChoose={(key) => changePlace({ endpoint: key ?? 'custom', saved: undefined })}
            bodySchema={bodySchema}
            token={token}
            refusal={refusal}
          />
          <Suspense fallback={null}>
            <SnippetsCard draft={isPaged ? { ...draft, query: draft.query.filter(({ key }) => key !== 'offset') } : draft} />
            <TipsCard />
          </Suspense>
        </div>
        <div className={styles.stackShrink}>
          <ResponseCard result={result} failure={failure} isSending={isSending} />
          <Suspense fallback={null}>
            <CollectionsCard
              operations={operations}
              refusal={writeRefusal}
              onOpenEndpoint={(each) => changePlace({ endpoint: endpointKey(each), saved: undefined })}
              onOpenSaved={(id) => changePlace({ saved: id, endpoint: undefined })}
              onCreate={() => setDialog('collection')}
            />
            <HistoryCard onOpen={place} refusal={refusal} />
          </Suspense>
        </div>
      </div>
      <Overlays open={dialog}>
        <Suspense fallback={null}>
          {dialog === 'save' && <SaveDialog draft={draft} onClose={close} />}
          {dialog === 'collection' && <NewCollectionDialog onClose={close} />}
        </Suspense>
      </Overlays>
    </Page>
  )
}
