import { createFileRoute } from '@tanstack/react-router'
import { BrandingPage } from '../features/branding/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/branding')({ component: BrandingPage })
