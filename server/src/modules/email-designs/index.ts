import type { ModuleFactory } from '../../platform/module.ts'
import { emailDesignsActs } from './acts.ts'
import { emailDesignOperations } from './routes.ts'

export { copyForeignImages } from './copy-images.ts'
export { holdImages } from './hold-images.ts'
export { onEmailImageUse } from './image-users.ts'
export type { FindImageUsers } from './image-users.ts'
export { findEmailStyle } from './style-store.ts'

export const emailDesignsModule: ModuleFactory = (platform) => ({
  name: 'email-designs',
  tables: ['email_images', 'email_blocks', 'email_styles'],
  acts: emailDesignsActs,
  operations: emailDesignOperations(platform),
})
