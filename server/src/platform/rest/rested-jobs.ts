import { sql } from 'kysely'
import type { Database, SystemTx } from '../db/database.ts'
import { isInUse } from './at-rest.ts'

interface RestedJob {
  orgId: string
  id: string
  name: string
  data: { orgId: string }
  priority: number
  retryLimit: number
}

/** A job that a dispatcher has just fetched. */
interface FetchedJob {
  id: string
  data: { orgId: string }
}

/**
 * Takes the jobs of organizations at rest out of the queue, in one statement, so that a crash neither loses nor doubles one: the queue
 * drops what waits for weeks, and its fetches would pass the same jobs again and again. Returns the ids.
 */
export async function restJobs({ db }: { db: Database }, name: string, jobs: readonly FetchedJob[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.withSystem((tx) =>
    sql<{ id: string }>`
      with resting as materialized (
        select org.id from auth.organizations org
        where org.id = any(${[...new Set(jobs.map(({ data }) => data.orgId))]}::uuid[]) and not ${isInUse(sql`org.id`)}
      ), gone as (
        delete from pgboss.job j using resting
        where j.name = ${name} and j.id = any(${jobs.map(({ id }) => id)}::uuid[]) and j.state = 'active' and j.group_id = resting.id::text
        returning resting.id as org_id, j.id, j.data, j.priority, greatest(j.retry_limit - j.retry_count, 0) as retry_limit, j.created_on
      )
      insert into app.rested_jobs (org_id, id, name, data, priority, retry_limit, queued_at)
      select org_id, id, ${name}, data, priority, retry_limit, created_on from gone returning id`.execute(tx),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Takes up to `most` of an organization's jobs out of their rest, the oldest first. */
export async function takeRestedJobs(tx: SystemTx, orgId: string, most: number): Promise<RestedJob[]> {
  const { rows } = await sql<RestedJob>`
    with gone as (
      delete from app.rested_jobs where (org_id, id) in (
        select org_id, id from app.rested_jobs where org_id = ${orgId} and set_aside_at is null order by queued_at, id limit ${most} for update skip locked)
      returning *
    )
    select org_id as "orgId", id, name, data, priority, retry_limit as "retryLimit" from gone order by queued_at, id`.execute(tx)
  return rows
}

/** Takes a job out of the queue that is not tried again; it is kept for the operator. False where it is no longer there. */
export async function setJobAside(tx: SystemTx, name: string, { id, data }: FetchedJob): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from pgboss.job j where j.name = ${name} and j.id = ${id} and j.state = 'active'
      returning j.id, j.data, j.priority, j.retry_limit, j.created_on
    )
    insert into app.rested_jobs (org_id, id, name, data, priority, retry_limit, queued_at, set_aside_at)
    select ${data.orgId}, id, ${name}, data, priority, retry_limit, created_on, now() from gone returning id`.execute(tx)
  return rows.length > 0
}

interface JobAside {
  orgId: string
  id: string
  name: string
  queuedAt: Date
  setAsideAt: Date
}

/** The jobs that were set aside, the newest first. */
export async function listJobsAside(tx: SystemTx, most: number): Promise<JobAside[]> {
  const { rows } = await sql<JobAside>`
    select org_id as "orgId", id, name, queued_at as "queuedAt", set_aside_at as "setAsideAt" from app.rested_jobs
    where set_aside_at is not null order by set_aside_at desc limit ${most}`.execute(tx)
  return rows
}

/** Lets a job that was set aside be tried again, as often as a new one. Its data are as they were sent. */
export async function retryJobAside(tx: SystemTx, id: string): Promise<RestedJob | null> {
  const { rows } = await sql<RestedJob>`
    delete from app.rested_jobs where id = ${id} and set_aside_at is not null
    returning org_id as "orgId", id, name, data - 'processDeaths' as data, priority, retry_limit as "retryLimit"`.execute(tx)
  return rows[0] ?? null
}
