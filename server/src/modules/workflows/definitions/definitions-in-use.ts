import { sql } from 'kysely'

/**
 * Definitions `d` of workflows `w`: drafts, published versions, and versions of open runs. `runs`: a run uses it or may start;
 * `old_version`: set when only open runs use it.
 */
export const definitionsInUse = sql`app.workflows w
  cross join lateral (
    select w.draft as definition, false as runs, null::int as old_version union all
    select v.definition, true, nullif(v.version, coalesce(w.version, 0)) from app.workflow_versions v
    where v.org_id = w.org_id and v.workflow_id = w.id and (v.version = w.version or exists (
      select from app.workflow_live l where l.org_id = v.org_id and l.workflow_id = v.workflow_id and l.version = v.version)) union all
    select r.definition, true, 0 from app.workflow_live l join app.workflow_runs r on r.org_id = l.org_id and r.id = l.run_id
    where l.org_id = w.org_id and l.workflow_id = w.id and l.version = 0) d
  cross join lateral jsonb_array_elements(d.definition -> 'steps') s`

/** For a group: the workflow's name, with the version when only an old version is meant. */
export const nameInUse = sql<string>`
  w.name || case when bool_or(d.old_version is null) or max(d.old_version) = 0 then '' else ' (v' || max(d.old_version) || ')' end`
