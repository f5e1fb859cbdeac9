import { createFileRoute } from '@tanstack/react-router'
import { MailboxPage, validateMailboxSearch } from '../features/mailbox/index.ts'

export const Route = createFileRoute('/dev/mailbox')({ validateSearch: validateMailboxSearch, component: MailboxPage })
