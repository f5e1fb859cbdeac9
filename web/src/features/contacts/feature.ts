import { IconAddressBook, IconUser } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Contacts'),
      path: 'contacts',
      icon: IconAddressBook,
      permission: 'contacts:read',
      keys: 'g c',
      group: 'marketing',
      order: 30,
    },
  ],
  creations: [
    {
      id: 'contact.create',
      label: t('Contact'),
      command: t('Create a contact'),
      icon: IconAddressBook,
      path: 'contacts?create=true',
      permission: 'contacts:write',
      keys: 'c c',
      order: 40,
    },
  ],
  searchIcons: { contact: IconUser },
}
