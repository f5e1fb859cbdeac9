import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseMessagesSearch } from './search.ts'
export const MessagesPage = lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage')
export const AttachmentField = lazy(async () => ({ default: (await import('./attachment-field.tsx')).AttachmentField }))
