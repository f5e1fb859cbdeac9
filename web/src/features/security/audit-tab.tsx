import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditLog } from '../activity/index.ts'
import type { AuditSearch } from '../activity/index.ts'

/** The security audit log of the organization; its filters are in the URL. */
export function AuditTab() {
  const { tab: _tab, ...search } = useSearch({ from: '/org/$orgSlug/settings/security' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/security' })
  const change = (next: { [K in keyof AuditSearch]: AuditSearch[K] | undefined }) =>
    void navigate({
      search: {
        tab: 'audit',
        ...Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined)),
      },
      replace: true,
    })
  return <AuditLog search={search} onChange={change} />
}
