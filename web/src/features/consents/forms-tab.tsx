import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { archiveFormMutation, formsQuery } from './forms-api.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import forms from './forms.module.css'

const FormDialog = lazy(async () => ({ default: (await import('./sign-up-form-dialog.tsx')).SignUpFormDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('./share-form-dialog.tsx')).ShareFormDialog }))

type Open = { kind: 'edit'; form: SignUpForm | null } | { kind: 'share'; form: SignUpForm } | null

/** The hosted sign-up forms. */
export function FormsTab() {
  const { data, isError, error, refetch } = useQuery(formsQuery)
  const mayEdit = useCan('consents:manage')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => setOpen({ kind: 'edit', form: null })}>
      {t('New sign-up form')}
    </Button>
  )
  return (
    <>
      <div className={classes.head}>
        <p className={classes.text}>
          {t('A hosted page where people leave their address and give consent. They get campaigns after they confirm by email.')}
        </p>
        {data && data.length > 0 && add}
      </div>
      {isError && !data && <ErrorState error={error} title={t('The sign-up forms could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={150} radius={12} />}
      {data?.length === 0 && (
        <EmptyState
          icon={IconForms}
          title={t('No sign-up forms yet')}
          text={t('Share the link, or paste the form into your own site: every sign-up keeps its proof.')}
          {...(add ? { action: add } : {})}
          preview={
            <EmptyPreview
              kind="cards"
              icon={IconForms}
              items={[t('Newsletter'), t('Open day'), t('Waiting list')].map((title) => ({ title, value: t('Online') }))}
            />
          }
        />
      )}
      {data && data.length > 0 && (
        <ul className={forms.list} aria-label={t('Sign-up forms')}>
          {data.map((form) => (
            <FormCard key={form.id} form={form} mayEdit={mayEdit} onOpen={(kind) => setOpen({ kind, form })} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'edit' && (
          <FormDialog
            form={open.form}
            onClose={close}
            // What one wants next of a new form is its address.
            onSaved={(saved) => setOpen(open.form ? null : { kind: 'share', form: saved })}
          />
        )}
        {open?.kind === 'share' && <ShareDialog form={open.form} onClose={close} />}
      </Suspense>
    </>
  )
}

interface FormCardProps {
  form: SignUpForm
  mayEdit: boolean
  onOpen: (kind: 'edit' | 'share') => void
}

function FormCard({ form, mayEdit, onOpen }: FormCardProps) {
  const archive = useMutation(archiveFormMutation)
  const isArchived = form.archivedAt !== null
  const { name, submittedCount, confirmedCount } = form
  return (
    <li className={forms.card} data-off={isArchived || undefined}>
      <div className={forms.top}>
        <h2 className={forms.name}>{name}</h2>
        <StatusDot tone={isArchived ? 'idle' : 'ok'} label={isArchived ? t('Archived') : t('Online')} />
      </div>
      {!isArchived && (
        <Anchor href={form.url} target="_blank" rel="noopener" size="sm" className={forms.address}>
          {form.url.replace(/^https?:\/\//, '')}
        </Anchor>
      )}
      <dl className={forms.figures}>
        <div>
          <dt>{t('Submitted')}</dt>
          <dd className="tnum">{formatNumber(submittedCount)}</dd>
        </div>
        <div>
          <dt>{t('Confirmed')}</dt>
          <dd className="tnum">{formatNumber(confirmedCount)}</dd>
        </div>
      </dl>
      <div className={styles.row}>
        {!isArchived && (
          <Button size="xs" variant="default" onClick={() => onOpen('share')} aria-label={t('Share {name}', { name })}>
            {t('Share||with others')}
          </Button>
        )}
        {mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={() => onOpen('edit')} aria-label={t('Edit {name}', { name })}>
              {t('Edit')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              disabled={archive.isPending}
              aria-label={isArchived ? t('Restore {name}', { name }) : t('Archive {name}', { name })}
              onClick={() => archive.mutate({ params: { id: form.id }, body: { archived: !isArchived } })}
            >
              {isArchived ? t('Restore') : t('Archive')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
