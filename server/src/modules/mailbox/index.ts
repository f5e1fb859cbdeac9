import type { ModuleFactory } from '../../platform/module.ts'
import { mailboxOperations } from './routes.ts'

/** The sandbox's emails for users who try the product; the module owns no table, the platform stores them. */
export const mailboxModule: ModuleFactory = (platform) => ({ name: 'mailbox', tables: [], operations: mailboxOperations(platform) })
