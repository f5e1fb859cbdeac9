import { definePermissions, managers, owners } from '../kit/permission.ts'

export const permissions = definePermissions({
  'erasure:read': { roles: managers },
  'erasure:hold': { roles: owners, neverGranted: true, refused: 'Only the owner can place and release legal holds' },
})
