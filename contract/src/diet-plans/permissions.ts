import { definePermissions, managers } from '../kit/permission.ts'

/** Health data of patients. No API key holds it. */
export const permissions = definePermissions({
  'health:read': { roles: managers, refused: 'Your role may not see health data' },
  'health:write': { roles: managers, refused: 'Your role may not work with health data' },
})
