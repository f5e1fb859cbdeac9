import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ContactDuplicates } from '@imperium/contract/contacts/contacts.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { duplicatesQuery } from '../api.ts'
import { TagList } from '../tag-list.tsx'
import type { ContactActions } from '../use-contact-actions.ts'
import classes from './duplicates.module.css'

/** Possible duplicate contacts, each pair with a merge action. */
export function DuplicatesPanel({ onClose, actions }: { onClose: () => void; actions: ContactActions }) {
  const { data: groups, isError, error, refetch } = useQuery({ ...duplicatesQuery, staleTime: 0 })
  return (
    <SidePanel opened onClose={onClose} title={t('Possible duplicates')} subtitle={t('The same number, or the same name at one domain')}>
      {isError && !groups && <ErrorState plain error={error} title={t('Duplicates could not be loaded')} onRetry={() => void refetch()} />}
      {!groups && !isError && <Skeleton height={220} radius={12} />}
      {groups?.length === 0 && (
        <EmptyState
          plain
          icon={IconCheck}
          title={t('No possible duplicates')}
          text={t('No contacts share a number, or a name and domain.')}
        />
      )}
      {groups?.map((group) => (
        <Group key={`${group.reason}:${group.value}`} group={group} actions={actions} />
      ))}
    </SidePanel>
  )
}

function Group({ group, actions }: { group: ContactDuplicates; actions: ContactActions }) {
  const refusal = useGate('contacts:write')
  const [kept, ...others] = group.contacts
  if (!kept) return null
  return (
    <section className={classes.group} aria-label={group.value}>
      <h3 className={classes.heading}>
        {group.reason === 'phone'
          ? t('Same number: {phone}', { phone: group.value })
          : t('Same name and domain: {value}', { value: group.value })}
      </h3>
      <ul className={classes.list}>
        {[kept, ...others].map((contact) => (
          <li key={contact.id} className={classes.contact}>
            <span className={classes.words}>
              <span className={classes.name}>{contact.name}</span>
              <span className={classes.about}>{[contact.email, contact.phone].filter(Boolean).join(' · ')}</span>
              {contact.tags.length > 0 && <TagList tags={contact.tags} most={3} />}
            </span>
            {contact === kept ? (
              <span className={classes.about}>{t('oldest')}</span>
            ) : (
              <Button
                variant="default"
                size="xs"
                disabled={refusal !== undefined}
                title={refusal}
                onClick={() => actions.open({ kind: 'merge', id: kept.id, otherId: contact.id })}
                aria-label={t('Merge {other} into {kept}', { other: contact.name, kept: kept.name })}
              >
                {t('Merge')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
