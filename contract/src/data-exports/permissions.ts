import { definePermissions, owners } from '../kit/permission.ts'

export const permissions = definePermissions({
  'data-exports:manage': { roles: owners, neverGranted: true, refused: 'Only the owner can export everything' },
})
