import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'contacts:read': { roles: allRoles, scope: { label: 'Read contacts', group: 'Contacts', order: 60 } },
  'contacts:write': {
    roles: workers,
    scope: { label: 'Create and change contacts', group: 'Contacts', order: 70 },
    refused: 'Your role can view contacts, but not change them',
  },
  'contacts:export': {
    roles: managers,
    scope: { label: 'Export contacts', group: 'Contacts', order: 115, inPlaceOfSignIn: true },
    refused: 'Only owners and admins can export contacts',
  },
  'contacts:erase': { roles: managers, refused: 'Only owners and admins can erase contacts' },
  'segments:read': { roles: allRoles, scope: { label: 'Read segments', group: 'Contacts', order: 80 } },
  'segments:write': { roles: workers, scope: { label: 'Create and change segments', group: 'Contacts', order: 90 } },
  'consents:read': { roles: allRoles, scope: { label: 'Read consent and suppressions', group: 'Contacts', order: 100 } },
  'consents:write': { roles: workers, scope: { label: 'Record consent and suppressions', group: 'Contacts', order: 110 } },
  'consents:manage': { roles: managers },
})
