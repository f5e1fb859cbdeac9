import { Switch, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { HelpCenterBody, helpCenter } from '@imperium/contract/knowledge/help-center.ts'
import type { HelpCenter } from '@imperium/contract/knowledge/help-center.ts'
import { call, query } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { useGate } from '../../lib/use-gate.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { HelpCenterLook } from './help-center-look.tsx'
import styles from '../../ui/styles.module.css'

/** Switches the public help center on or off, and names it. */
export function HelpCenterDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(query(helpCenter.read))
  if (error) throw error
  return data ? <HelpCenterForm center={data} onClose={onClose} /> : null
}

function HelpCenterForm({ center, onClose }: { center: HelpCenter; onClose: () => void }) {
  const { isEnabled, title, intro, accent, links, url, publicArticles } = center
  const refusal = useGate('knowledge:manage')
  const form = useContractForm<Required<HelpCenterBody>>({
    initialValues: { isEnabled, title, intro, accent, links },
    schema: HelpCenterBody,
  })
  const save = useMutation({
    mutationFn: (body: Required<HelpCenterBody>) => call(helpCenter.update, { body }),
    meta: { silent: true, success: t('Help center saved'), invalidates: [['help-center']] },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The help center could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={520}
      title={t('Public help center')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      <Switch
        label={t('Show public articles to everyone on the internet')}
        description={t('Only published articles with visibility "Public". Drafts, documents and all other articles stay inside.')}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
      <p className={styles.text}>
        <a className="link" href={url} target="_blank" rel="noopener">
          {url}
        </a>
        <br />
        {plural(publicArticles, { one: '{count} public article', other: '{count} public articles' })}
      </p>
      <TextInput
        label={t('Title')}
        description={t('The name of your organization is used if it is empty.')}
        maxLength={100}
        {...form.getInputProps('title')}
      />
      <Textarea label={t('Introduction')} autosize minRows={2} maxLength={500} {...form.getInputProps('intro')} />
      <HelpCenterLook center={center} form={form} disabled={refusal !== undefined} />
    </FormDialog>
  )
}
