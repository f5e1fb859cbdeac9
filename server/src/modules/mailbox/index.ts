import type { ModuleFactory } from '../../platform/module.ts'
import { mailboxOperations } from './routes.ts'

/** The sandbox's mails for whoever tries the product out; it owns no table, the platform keeps them. */
export const mailboxModule: ModuleFactory = (platform) => ({ name: 'mailbox', tables: [], operations: mailboxOperations(platform) })
