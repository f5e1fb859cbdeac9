import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

// The dashboard feature replaces this file with its page.
export const Route = createFileRoute('/org/$orgSlug/dashboard')({ component: () => <Page title="Dashboard">{null}</Page> })
