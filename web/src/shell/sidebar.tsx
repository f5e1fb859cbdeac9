import { Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { planNames } from '@imperium/contract/plans.ts'
import type { Place } from '../lib/feature.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { Logo } from '../ui/logo.tsx'
import { groupsFor, navigation } from './features.ts'
import type { Group } from './features.ts'
import { useShell } from './shell-context.ts'
import classes from './sidebar.module.css'

// Below the navigation, so nothing moves when it comes after the first paint.
const UsageFooter = lazy(async () => ({ default: (await import('./usage-footer.tsx')).UsageFooter }))

interface SidebarProps {
  collapsed: boolean
  closedGroups: readonly string[]
  onToggleGroup: (label: string) => void
  /** Closes the overlay of small screens. */
  onNavigate: () => void
}

/** The organization, the pages its member may open, and the metered usage. */
export function Sidebar({ collapsed, closedGroups, onToggleGroup, onNavigate }: SidebarProps) {
  const organization = useOrganization()
  const { openDialog } = useShell()
  const groups = groupsFor(organization.role, navigation)
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <button
        type="button"
        className={classes.switcher}
        onClick={() => openDialog('organizations')}
        aria-label={t('{organization}, switch organization', { organization: organization.name })}
      >
        <Logo />
        <span className={classes.org}>
          <span className={classes.orgName}>{organization.name}</span>
          <span className={classes.orgPlan}>{t('{plan} plan', { plan: planNames[organization.planType] })}</span>
        </span>
        <IconSelector size={15} stroke={1.7} className={classes.orgIcon} aria-hidden />
      </button>
      <nav className={classes.nav} aria-label={t('Main')}>
        {groups.map((group) => (
          <SidebarGroup
            key={group.label ?? 'start'}
            group={group}
            slug={organization.slug}
            collapsed={collapsed}
            closed={closedGroups.includes(group.label ?? '')}
            onToggle={onToggleGroup}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
      <Suspense fallback={null}>
        <UsageFooter collapsed={collapsed} />
      </Suspense>
    </div>
  )
}

interface SidebarGroupProps {
  group: Group<Place>
  slug: string
  collapsed: boolean
  closed: boolean
  onToggle: (label: string) => void
  onNavigate: () => void
}

function SidebarGroup({ group, slug, collapsed, closed, onToggle, onNavigate }: SidebarGroupProps) {
  const { label, places } = group
  // A sidebar of icons has no headings to open a group with.
  const open = collapsed || !closed || label === null
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.group}>
      {label !== null && !collapsed && (
        <button type="button" className={classes.groupLabel} aria-expanded={open} onClick={() => onToggle(label)}>
          {label}
          <Chevron size={13} stroke={1.7} aria-hidden />
        </button>
      )}
      {label !== null && collapsed && <hr className={classes.rule} />}
      {open && (
        <ul className={classes.items} aria-label={label ?? undefined}>
          {places.map((item) => (
            <li key={item.path}>
              <SidebarLink item={item} slug={slug} collapsed={collapsed} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SidebarLink({ item, slug, collapsed, onNavigate }: { item: Place; slug: string; collapsed: boolean; onNavigate: () => void }) {
  const { icon: Glyph, label } = item
  // The navigation holds pages of ours as text; a route's own type would have to be repeated there.
  const to: string = `/org/${slug}/${item.path}`
  const link = (
    <Link to={to} className={classes.item} activeOptions={{ includeSearch: false }} onClick={onNavigate}>
      <Glyph size={17} stroke={1.7} aria-hidden className={classes.icon} />
      <span className={classes.label}>{label}</span>
    </Link>
  )
  if (!collapsed) return link
  return (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  )
}
