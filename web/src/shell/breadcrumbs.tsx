import { IconChevronRight } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { t } from '../lib/words.ts'
import { OrgLink, useOrgSlug } from '../ui/page/org-link.tsx'
import { useObjectNames } from '../ui/page/object-names.ts'
import { crumbsOf } from './crumbs.ts'
import classes from './header.module.css'

/** Breadcrumbs of the page. A path with one level shows only the page's name. */
export function Breadcrumbs() {
  const slug = useOrgSlug()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const names = useObjectNames()
  // An unknown address has no page: its last segment would read like the name of one.
  const isUnknown = useRouterState({ select: ({ matches }) => ['__root__', '/org/$orgSlug'].includes(matches.at(-1)?.routeId ?? '') })
  const crumbs = crumbsOf(pathname.replace(`/org/${slug}`, ''), (id) => names.get(id))
  if (isUnknown) return <span className={`${classes.crumbs} ${classes.here}`}>{t('Not found')}</span>
  if (crumbs.length < 2) return <span className={`${classes.crumbs} ${classes.here}`}>{crumbs[0]?.label}</span>
  return (
    <nav aria-label={t('Breadcrumb')} className={classes.way}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, path }, at) => {
          // On a detail page without its own crumb, the last crumb links back to the list.
          const last = at === crumbs.length - 1 && (path === null || pathname.endsWith(path))
          return (
            <li key={path ?? label} aria-current={last ? 'page' : undefined}>
              {at > 0 && <IconChevronRight size={14} stroke={1.7} aria-hidden />}
              {last && <span className={classes.here}>{label}</span>}
              {!last && path === null && <span className={classes.crumb}>{label}</span>}
              {!last && path !== null && (
                <OrgLink path={path} className={classes.crumb}>
                  {label}
                </OrgLink>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
