import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ContactConsent } from '../../consents/index.ts'
import { Notes } from '../../notes/index.ts'
import { contactQuery } from '../api.ts'
import { ContactConversations } from './contact-conversations.tsx'
import { ContactMenu } from '../contact-menu.tsx'
import { ContactOverview } from './contact-overview.tsx'
import { contactTabs } from '../contacts-search.ts'
import type { ContactTab } from '../contacts-search.ts'
import type { ContactActions } from '../use-contact-actions.ts'
import type { ContactsView } from '../use-contacts-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../contacts.module.css'

const ContactMemory = lazy(async () => ({ default: (await import('./contact-memory.tsx')).ContactMemory }))
const ContactTimeline = lazy(async () => ({ default: (await import('./contact-timeline.tsx')).ContactTimeline }))

const tabLabels: Record<ContactTab, string> = {
  overview: t('Overview'),
  messages: t('Messages'),
  timeline: t('Timeline'),
  consent: t('Consent'),
  notes: t('Notes'),
}

interface ContactPanelProps {
  id: string
  view: ContactsView
  actions: ContactActions
}

/** The details of one contact, over the list: `?contact=` opens it, `?tab=` chooses the part. */
export function ContactPanel({ id, view, actions }: ContactPanelProps) {
  const { data: contact, isError, error, refetch } = useQuery(contactQuery(id))
  const refusal = useGate('contacts:write')
  return (
    <SidePanel
      opened
      onClose={view.closeContact}
      title={contact?.name ?? (isError ? t('Contact') : t('Loading contact'))}
      icon={contact && <Avatar userId={null} name={contact.name} size={40} />}
      subtitle={contact && (contact.email === contact.name ? contact.phone : (contact.email ?? contact.phone))}
      actions={
        contact && (
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />}
              onClick={() => actions.open({ kind: 'edit', contact })}
              disabled={refusal !== undefined}
              title={refusal}
            >
              {t('Edit')}
            </Button>
            <ContactMenu contact={contact} actions={actions} />
          </>
        )
      }
    >
      {isError && !contact && (
        <ErrorState plain error={error} title={t('This contact could not be loaded')} onRetry={() => void refetch()} />
      )}
      {!contact && !isError && <Skeleton height={320} radius={12} />}
      {contact && <ContactTabs contact={contact} view={view} />}
    </SidePanel>
  )
}

function ContactTabs({ contact, view }: { contact: Contact; view: ContactsView }) {
  const open = (next: string | null) => {
    const found = contactTabs.find((each) => each === next)
    if (found) view.change({ tab: found === 'overview' ? undefined : found })
  }
  return (
    <Tabs value={view.search.tab ?? 'overview'} onChange={open} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.tabList}>
        {contactTabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {tabLabels[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <ContactOverview contact={contact} />
      </Tabs.Panel>
      <Tabs.Panel value="messages">
        <ContactConversations contactId={contact.id} />
      </Tabs.Panel>
      <Tabs.Panel value="timeline">
        <Suspense fallback={<Skeleton height={220} radius={12} />}>
          <ContactTimeline id={contact.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="consent">
        <Suspense fallback={<Skeleton height={240} radius={12} />}>
          <ContactConsent contactId={contact.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <Suspense fallback={<Skeleton height={120} radius={12} />}>
          <div className={styles.stack18}>
            <Notes subject="contact" subjectId={contact.id} />
            <ContactMemory id={contact.id} />
          </div>
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}
