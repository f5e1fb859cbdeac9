import { Button, Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { languages } from '@imperium/contract/languages.ts'
import { PreferencesBody, suggestedTimeZones } from '@imperium/contract/auth/profile.ts'
import type { Profile } from '@imperium/contract/auth/profile.ts'
import { languageNames } from '../../lib/language-names.ts'
import { rememberPreferences } from '../../lib/preferences.ts'
import { rememberLanguage, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { adoptProfile, profileQuery, savePreferencesMutation } from './api.ts'
import classes from './profile.module.css'

/** Each language by its own name, so that every user can find it. */
const automatic = 'auto'

/** Language, time zone, date and time format of the user. */
export function PreferencesTab() {
  const { data, isError, error, refetch } = useQuery(profileQuery)
  if (isError && !data) return <ErrorState error={error} title={t('The preferences could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  return (
    <Card title={t('Preferences')}>
      <PreferencesForm profile={data} />
    </Card>
  )
}

function PreferencesForm({ profile }: { profile: Profile }) {
  const { preferences } = profile
  const form = useContractForm({
    initialValues: {
      language: preferences.language,
      timeZone: preferences.timeZone ?? automatic,
      dateFormat: preferences.dateFormat ?? automatic,
      timeFormat: preferences.timeFormat ?? automatic,
    },
    schema: PreferencesBody,
    toBody,
  })
  const save = useMutation({
    ...savePreferencesMutation,
    onSuccess: async (changed) => {
      rememberPreferences(changed.preferences)
      // Texts and formats are fixed at page load: another language requires a reload.
      if (rememberLanguage(changed.preferences.language)) location.reload()
      else await adoptProfile(changed)
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate({ body: toBody(values) }))} noValidate>
      <Select
        label={t('Language')}
        description={t('For all pages and emails.')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
      <Select
        label={t('Time zone')}
        data={zones(preferences.timeZone)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('Unknown time zone name')}
        {...form.getInputProps('timeZone')}
      />
      <div className={classes.pair}>
        <Select
          label={t('Date format')}
          data={[{ value: automatic, label: t('Default of the language') }, 'MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD']}
          allowDeselect={false}
          {...form.getInputProps('dateFormat')}
        />
        <Select
          label={t('Time format')}
          data={[
            { value: automatic, label: t('Default of the language') },
            { value: '12h', label: t('12 hours') },
            { value: '24h', label: t('24 hours') },
          ]}
          allowDeselect={false}
          {...form.getInputProps('timeFormat')}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" disabled={save.isPending} onMouseDown={(event) => event.preventDefault()}>
          {save.isPending ? t('Saving...') : t('Save preferences')}
        </Button>
      </div>
    </form>
  )
}

interface Values {
  language: Profile['preferences']['language']
  timeZone: string
  dateFormat: string
  timeFormat: string
}

const orNull = (value: string) => (value === automatic ? null : value)

/** The fields use the contract's values, except for the one that means null. */
const toBody = ({ language, timeZone, dateFormat, timeFormat }: Values) =>
  ({ language, timeZone: orNull(timeZone), dateFormat: orNull(dateFormat), timeFormat: orNull(timeFormat) }) as Profile['preferences']

const readable = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ') })

/** Browsers list some cities by outdated names, but also accept these. */
const renamed = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Ho_Chi_Minh', 'Asia/Yangon', 'Europe/Kyiv', 'America/Nuuk', 'Atlantic/Faroe']

/** The specification's seven zones first, then every other one that the browser knows. */
function zones(current: string | null) {
  const suggested: readonly string[] = suggestedTimeZones
  const all = new Set([...(current ? [current] : []), 'UTC', ...renamed, ...Intl.supportedValuesOf('timeZone')])
  return [
    { group: t('This device'), items: [{ value: automatic, label: t('Device default') }] },
    { group: t('Suggested'), items: suggested.map(readable) },
    {
      group: t('All'),
      items: [...all]
        .filter((zone) => !suggested.includes(zone))
        .toSorted()
        .map(readable),
    },
  ]
}
