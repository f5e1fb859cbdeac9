import { Button } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconFilterOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../../lib/words.ts'
import { EmptyPreview } from '../../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import type { ContactsView } from '../use-contacts-view.ts'

const invented = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']

interface ContactsEmptyProps {
  /** True if a search or filter is set and no contact matches; otherwise there are no contacts yet. */
  filtered: boolean
  view: ContactsView
  /** Why no contact can be created. */
  refusal: string | undefined
}

/** Replaces an empty list. */
export function ContactsEmpty({ filtered, view: { change }, refusal }: ContactsEmptyProps) {
  const orgSlug = useOrgSlug()
  if (filtered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No contacts match')}
        text={t('The search matches the start of a name, email address or number. Try another term, or clear the filters.')}
        action={
          <Button
            variant="default"
            onClick={() => change({ q: undefined, tag: undefined, source: undefined, reach: undefined, importId: undefined })}
          >
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={IconAddressBook}
      title={t('No contacts yet')}
      preview={<EmptyPreview kind="rows" icon={IconAddressBook} items={invented.map((title) => ({ title, value: t('Opted in') }))} />}
      text={refusal ?? t('Contacts are the people you reach by email, SMS and WhatsApp, with their consent.')}
      action={
        !refusal && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} stroke={1.7} aria-hidden />}
            renderRoot={(props) => <Link to="/org/$orgSlug/contacts/import" params={{ orgSlug }} {...props} />}
          >
            {t('Import your contacts')}
          </Button>
        )
      }
    />
  )
}
