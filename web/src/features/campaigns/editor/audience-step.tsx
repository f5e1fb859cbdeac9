import { Button, Select, Skeleton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Audience } from '@imperium/contract/contacts/reach.ts'
import { query } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { SegmentPicker } from '../../segments/index.ts'
import { AudienceCount, rulesOf } from './audience-count.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const route = getRouteApi('/org/$orgSlug/campaigns/$campaignId/edit')
const DescribeAudience = lazy(async () => ({ default: (await import('./describe-audience.tsx')).DescribeAudience }))

const purposesQuery = { ...query(consents.listPurposes), meta: { silent: true } }
const countQuery = { ...query(contacts.stats, { query: {} }), staleTime: 30_000, meta: { silent: true } }

const importsQuery = { ...query(contactImports.list, { query: { limit: 50 } }), staleTime: 10_000, meta: { silent: true } }

/** The purpose that the contacts of an import have just agreed to is what the campaign is about. */
async function adoptPurpose(importId: string, form: Editor['form']): Promise<void> {
  const { settings } = await queryClient.fetchQuery({ ...query(contactImports.read, { params: { id: importId } }), meta: { silent: true } })
  const consent = settings?.consent
  const purpose = consent?.kind === 'none' ? consent.rows?.purpose : consent?.purpose
  if (purpose) form.setFieldValue('definition.purpose', purpose)
}

const ways = ['all', 'segments', 'describe', 'import', 'contacts'] as const
type Way = (typeof ways)[number]

/** The audience: all contacts, segments, a description converted to a segment, or an import. */
export function AudienceStep({ editor }: { editor: Editor }) {
  const { form } = editor
  const { importId: brought } = route.useSearch()
  const navigate = route.useNavigate()
  const { audience, purpose } = form.values.definition
  const rules = rulesOf(audience)
  const [way, setWay] = useState<Way | null>(brought === undefined ? (audience?.kind ?? null) : 'import')
  const set = (next: Audience | null) => {
    form.setFieldValue('definition.audience', next)
    form.clearFieldError('definition.audience')
  }
  const taken = useRef<string>(undefined)
  // Brought back from Contacts: chosen once, and then no longer in the address.
  useEffect(() => {
    if (brought === undefined || taken.current === brought) return
    taken.current = brought
    form.setFieldValue('definition.audience', { kind: 'import', importId: brought })
    adoptPurpose(brought, form).catch((error: unknown) => console.warn('The purpose of the import could not be read.', error))
    void navigate({ search: { step: 'audience' }, replace: true })
  }, [brought, form, navigate])
  const all = useQuery(countQuery)
  const purposes = useQuery(purposesQuery)
  const choose = (next: Way) => {
    setWay(next)
    if (next === 'all') set({ kind: 'all' })
    else if (audience?.kind !== next) set(null)
  }
  const choices: { value: Way; label: string; text: string }[] = [
    {
      value: 'all',
      label: t('All contacts'),
      text: all.data ? plural(all.data.total, { one: '{count} contact', other: '{count} contacts' }) : t('All contacts'),
    },
    { value: 'segments', label: t('Segments'), text: t('Selected by saved rules') },
    { value: 'describe', label: t('Describe in words'), text: t('Creates a segment that you review and confirm') },
    { value: 'import', label: t('Import a list'), text: t('New contacts from files') },
    ...(audience?.kind === 'contacts' ? [{ value: 'contacts' as const, label: t('Chosen contacts'), text: t('Picked one by one') }] : []),
  ]
  return (
    <>
      <Card title={t('Target audience')}>
        <div className={styles.stackWide} data-path="definition.audience">
          <ChoiceCards
            label={t('Who gets it')}
            value={way}
            onChange={choose}
            choices={choices}
            error={form.errors['definition.audience']}
          />
          <Suspense fallback={<Skeleton height={60} radius={8} />}>
            {way === 'segments' && <SegmentChoice editorForm={form} onChange={set} />}
            {way === 'describe' && (
              <DescribeAudience
                onConfirm={(segmentId) => {
                  set({ kind: 'segments', include: [segmentId], exclude: [] })
                  setWay('segments')
                }}
              />
            )}
          </Suspense>
          {way === 'import' && (
            <ImportChoice
              editor={editor}
              value={audience?.kind === 'import' ? audience.importId : null}
              onChange={(importId) => set({ kind: 'import', importId })}
            />
          )}
          {way === 'contacts' && audience?.kind === 'contacts' && (
            <p className={styles.hint}>{plural(audience.contactIds.length, { one: '{count} contact', other: '{count} contacts' })}</p>
          )}
        </div>
      </Card>
      <Card title={t('Consent')}>
        <div className={styles.stackWide}>
          <Select
            data-path="definition.purpose"
            label={t('Purpose')}
            description={t('Only contacts with this consent are reached. Unsubscribing withdraws it.')}
            data={(purposes.data ?? [])
              .filter(({ archivedAt, key }) => archivedAt === null || key === purpose)
              .map(({ key, name }) => ({ value: key, label: name }))}
            value={purpose}
            onChange={(next) => next && form.setFieldValue('definition.purpose', next)}
            allowDeselect={false}
            error={form.errors['definition.purpose'] ?? (purposes.isError ? t('The purposes could not be loaded') : undefined)}
          />
          {rules && <AudienceCount rules={rules} channel={form.values.channel} purpose={purpose} />}
        </div>
      </Card>
    </>
  )
}

/** Chooses a finished import; a new one starts under Contacts, which links back here with it. */
interface ImportChoiceProps {
  editor: Editor
  value: string | null
  onChange: (importId: string) => void
}

function ImportChoice({ editor, value, onChange }: ImportChoiceProps) {
  const { data, isError } = useQuery(importsQuery)
  const navigate = route.useNavigate()
  const { orgSlug, campaignId } = route.useParams()
  // What was written so far is saved: the import leads back to it.
  async function importList(): Promise<void> {
    if (!(await editor.save())) return
    void navigate({ to: '/org/$orgSlug/contacts/import', params: { orgSlug }, search: { campaign: campaignId } })
  }
  const done = (data?.rows ?? []).filter(({ status, id }) => status === 'completed' || id === value)
  return (
    <>
      {data && done.length === 0 ? (
        <p className={styles.hint}>{t('No file was imported yet')}</p>
      ) : (
        <Select
          label={t('Imported file')}
          placeholder={t('Choose a file')}
          description={t('All contacts that the import created or changed.')}
          data={done.map(({ id, fileName, createdCount, updatedCount, createdAt }) => ({
            value: id,
            label: `${fileName} · ${plural(createdCount + updatedCount, { one: '{count} contact', other: '{count} contacts' })} · ${formatDate(createdAt)}`,
          }))}
          value={value}
          onChange={(next) => next && onChange(next)}
          allowDeselect={false}
          error={isError ? t('The imports could not be loaded') : undefined}
        />
      )}
      <div>
        <Button variant="default" leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />} onClick={() => void importList()}>
          {t('Import a list')}
        </Button>
      </div>
    </>
  )
}

function SegmentChoice({ editorForm, onChange }: { editorForm: Editor['form']; onChange: (audience: Audience | null) => void }) {
  const { audience } = editorForm.values.definition
  const chosen = audience?.kind === 'segments' ? audience : { include: [], exclude: [] }
  const [pendingExclude, setPendingExclude] = useState<string[]>(chosen.exclude)
  const exclude = audience?.kind === 'segments' ? chosen.exclude : pendingExclude
  const change = (include: string[], without: string[]) => {
    setPendingExclude(without)
    onChange(include.length > 0 ? { kind: 'segments', include, exclude: without } : null)
  }
  return (
    <div className={classes.pair}>
      <SegmentPicker
        label={t('In any of these segments')}
        value={chosen.include}
        without={exclude}
        onChange={(include) => change(include, exclude)}
        error={editorForm.errors['definition.audience.include'] ? String(editorForm.errors['definition.audience.include']) : undefined}
      />
      <SegmentPicker
        label={t('And not in any of these')}
        canCreate={false}
        value={exclude}
        without={chosen.include}
        onChange={(without) => change(chosen.include, without)}
      />
    </div>
  )
}
