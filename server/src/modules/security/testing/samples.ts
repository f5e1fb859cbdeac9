import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'security'> = {
  'security.readPolicy': none,
  'security.updatePolicy': () => ({
    body: {
      passwordMinLength: 14,
      requireLowercase: true,
      requireUppercase: true,
      requireNumber: true,
      requireSpecial: false,
      passwordMaxAgeDays: null,
      passwordHistory: 3,
    },
  }),
}
