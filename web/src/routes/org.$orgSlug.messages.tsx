import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage, parseMessagesSearch } from '../features/messages/index.ts'

export const Route = createFileRoute('/org/$orgSlug/messages')({ validateSearch: parseMessagesSearch, component: MessagesPage })
