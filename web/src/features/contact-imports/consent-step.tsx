import '@mantine/core/styles/Radio.layer.css'
import { Checkbox, NativeSelect, Radio, TagsInput, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ConsentPurpose } from '@imperium/contract/contacts/consents.ts'
import { DedupeRule, dedupeRules } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportConsent } from '@imperium/contract/contacts/contact-imports.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { channelLabels, dedupeLabels } from './import-labels.ts'
import type { SettingsForm } from './settings-form.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'

interface ConsentStepProps {
  form: SettingsForm
  change: (more: Partial<SettingsForm>) => void
  errors: Record<string, string>
  purposes: readonly ConsentPurpose[]
  /** A column contains the consent. */
  ofRows: boolean
}

/** The last step: what happens to known contacts, and what the people of the file have agreed to. */
export function ConsentStep({ form, change, errors, purposes, ofRows }: ConsentStepProps) {
  return (
    <div className={classes.options}>
      <ConsentCard form={form} change={change} errors={errors} purposes={purposes} ofRows={ofRows} />
      <KnownPeople form={form} change={change} error={errors['tags']} />
    </div>
  )
}

type PartProps = Pick<ConsentStepProps, 'form' | 'change'>

function KnownPeople({ form, change, error }: PartProps & { error: string | undefined }) {
  return (
    <Card title={t('Existing contacts')}>
      <p className={classes.text}>{t('Contacts are matched by email address, or by phone number if a row has no email.')}</p>
      <div className={styles.stack}>
        <Radio.Group
          aria-label={t('Existing contacts')}
          value={form.dedupe}
          onChange={(value) => change({ dedupe: DedupeRule.parse(value) })}
        >
          <div className={styles.stack}>
            {dedupeRules.map((rule) => (
              <Radio key={rule} value={rule} label={dedupeLabels[rule].label} description={dedupeLabels[rule].text} />
            ))}
          </div>
        </Radio.Group>
        <TagsInput
          label={t('Tags for all contacts in this import')}
          value={form.tags}
          maxTags={10}
          onChange={(tags) => change({ tags })}
          {...(error ? { error } : {})}
        />
      </div>
    </Card>
  )
}

function ConsentCard({ form, change, errors, purposes, ofRows }: ConsentStepProps) {
  return (
    <Card title={t('Consent')}>
      <p className={classes.text}>{t("Only contacts with consent get messages. A contact's own opt-out always stays.")}</p>
      <div className={styles.stack}>
        <Radio.Group
          aria-label={t('Consent')}
          classNames={{ error: classes.under ?? '' }}
          value={form.consent}
          onChange={(value) => change({ consent: value === 'granted' || value === 'confirm' ? value : 'none' })}
          {...(errors['consent'] ? { error: errors['consent'] } : {})}
        >
          <div className={styles.stack}>
            <Radio value="granted" label={t('These contacts gave consent')} />
            <Radio
              value="confirm"
              label={t('Ask them to confirm')}
              description={t('We email each person a confirmation link. They get campaigns after clicking it.')}
            />
            <Radio value="none" label={t('No consent: record none')} description={t('They stay contacts, but no campaign reaches them.')} />
          </div>
        </Radio.Group>
        {ofRows && (
          <p className={classes.text}>{t('The consent columns of a row apply to that contact. This applies to rows without them.')}</p>
        )}
        {(form.consent === 'granted' || form.consent === 'confirm' || (form.consent === 'none' && ofRows)) && (
          <ConsentFields form={form} change={change} errors={errors} purposes={purposes} kind={form.consent} />
        )}
      </div>
    </Card>
  )
}

function ConsentFields({ form, change, errors, purposes, kind }: Omit<ConsentStepProps, 'ofRows'> & { kind: ImportConsent['kind'] }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const open = purposes.filter((purpose) => purpose.archivedAt === null)
  const errorOf = (path: string) => {
    const message = errors[`consent.${path}`] ?? errors[`consent.rows.${path}`]
    return message ? { error: message } : {}
  }
  return (
    <>
      {kind !== 'confirm' && (
        <Checkbox.Group
          label={kind === 'none' ? t('Rows with consent, by') : t('By')}
          value={form.channels ?? []}
          onChange={(value) => change({ channels: channels.filter((channel) => value.includes(channel)) })}
          {...errorOf('channels')}
        >
          <div className={classes.layout} style={{ margin: '6px 0 0' }}>
            {channels.map((channel) => (
              <Checkbox key={channel} value={channel} label={channelLabels[channel]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={t('For')}
        value={form.purpose}
        data={[{ value: '', label: t('Choose a purpose') }, ...open.map(({ key, name }) => ({ value: key, label: name }))]}
        onChange={(event) => change({ purpose: event.currentTarget.value })}
        {...errorOf('purpose')}
      />
      {kind !== 'none' && (
        <Textarea
          label={kind === 'confirm' ? t('Source of these addresses') : t('Source of consent')}
          description={t('It is stored with each contact as proof.')}
          placeholder={t('Sign-up form of our shop, with a confirmation email')}
          value={form.source}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => change({ source: event.currentTarget.value.replaceAll('\n', ' ') })}
          {...errorOf('source')}
        />
      )}
      {kind === 'granted' && (
        <TextInput
          type="date"
          label={t('Consent date (if known)')}
          value={form.obtainedOn}
          max={today}
          onChange={(event) => change({ obtainedOn: event.currentTarget.value })}
          {...errorOf('obtainedAt')}
        />
      )}
    </>
  )
}
