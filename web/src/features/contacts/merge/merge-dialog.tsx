import { Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { contactQuery, fieldsQuery, findQuery, refreshContacts } from '../api.ts'
import { fieldLabels, valueText } from '../contact-labels.ts'
import { mergeRows, namesApart } from './merge-choices.ts'
import styles from '../../../ui/styles.module.css'
import classes from './merge.module.css'

interface MergeDialogProps {
  /** The contact that stays. */
  id: string
  /** The contact that is merged into the other; null until chosen. */
  otherId: string | null
  onClose: () => void
  onMerged: (kept: Contact, goneId: string) => void
}

/** Merges two contacts: the user chooses the value of each field. */
export function MergeDialog({ id, otherId, onClose, onMerged }: MergeDialogProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(otherId)
  const [take, setTake] = useState<ReadonlySet<string>>(new Set())
  const kept = useQuery(contactQuery(id))
  const other = useQuery({ ...contactQuery(chosen ?? ''), enabled: chosen !== null })
  const merge = useMutation({
    mutationFn: (gone: string) => call(contacts.merge, { params: { id }, body: { otherId: gone, take: [...take] } }),
    meta: { failure: t('Failed to merge the contacts') },
    onSuccess: (saved, gone) => {
      notify.success(t('Contacts merged'))
      client.setQueryData(contactQuery(id).queryKey, saved)
      onMerged(saved, gone)
      refreshContacts(client, [gone])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && other.data) merge.mutate(chosen)
  }
  const failed = [kept, other].find((each) => each.isError)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Merge contacts')}
      onSubmit={submit}
      submitLabel={t('Merge')}
      busyLabel={t('Merging...')}
      busy={merge.isPending}
      disabledReason={other.data && kept.data ? undefined : t('Choose the other contact')}
    >
      {failed && (
        <ErrorState plain error={failed.error} title={t('This contact could not be loaded')} onRetry={() => void failed.refetch()} />
      )}
      {otherId === null && <ChooseContact not={id} value={chosen} onChange={setChosen} />}
      {chosen !== null && !failed && (!kept.data || !other.data) && <Skeleton height={160} radius={12} />}
      {kept.data && other.data && <Choices kept={kept.data} other={other.data} take={take} onTake={setTake} />}
    </FormDialog>
  )
}

function ChooseContact({ not, value, onChange }: { not: string; value: string | null; onChange: (id: string | null) => void }) {
  const [q, setQ] = useState('')
  // The field shows the chosen contact, which is not a search text.
  const [shown, setShown] = useState('')
  const { data, isFetching } = useQuery(findQuery(q === shown ? '' : q.trim()))
  const options = (data?.rows ?? []).filter((contact) => contact.id !== not)
  const labelOf = (contact: Contact) =>
    [contact.name, contact.email ?? contact.phone].filter((each, at, all) => all.indexOf(each) === at).join(' · ')
  return (
    <Select
      label={t('The other contact')}
      description={t('It is merged into this contact and then deleted.')}
      placeholder={t('Search name, email or phone')}
      searchable
      data-autofocus
      data={options.map((contact) => ({ value: contact.id, label: labelOf(contact) }))}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? t('Loading...') : t('No contacts match')}
      value={value}
      onChange={(id, option) => {
        setShown(option?.label ?? '')
        onChange(id)
      }}
      searchValue={q}
      onSearchChange={setQ}
    />
  )
}

interface ChoicesProps {
  kept: Contact
  other: Contact
  take: ReadonlySet<string>
  onTake: (take: ReadonlySet<string>) => void
}

function Choices({ kept, other, take, onTake }: ChoicesProps) {
  const { data: fields = [] } = useQuery(fieldsQuery)
  const rows = mergeRows(kept, other)
  const { kept: keptName, other: otherName } = namesApart(kept, other)
  const choose = (field: string, isOther: boolean) =>
    onTake(new Set(isOther ? [...take, field] : [...take].filter((each) => each !== field)))
  return (
    <>
      <p className={styles.text20}>
        {t('{other} becomes part of {kept}: timeline, consent and messages move over, tags are united. This cannot be undone.', {
          other: otherName,
          kept: keptName,
        })}
      </p>
      {rows.map(({ field, kept: own, other: others, isChoice, only }) => (
        <fieldset key={field} className={classes.row}>
          <legend className={classes.field}>{fieldLabels(field, fields)}</legend>
          {isChoice ? (
            <>
              <Choice name={field} checked={!take.has(field)} onChange={() => choose(field, false)} value={own} />
              <Choice name={field} checked={take.has(field)} onChange={() => choose(field, true)} value={others} />
            </>
          ) : (
            <span className={classes.only}>{valueText(only)}</span>
          )}
        </fieldset>
      ))}
    </>
  )
}

function Choice({ name, checked, onChange, value }: { name: string; checked: boolean; onChange: () => void; value: unknown }) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} checked={checked} onChange={onChange} />
      <span>{valueText(value)}</span>
    </label>
  )
}
