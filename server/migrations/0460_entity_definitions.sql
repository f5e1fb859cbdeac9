-- Record types that organizations define, their versions, and the functions that make the tables of their records (ADR 80).

create table app.entity_definitions (
  org_id uuid not null,
  id uuid not null,
  name text collate "C" not null check (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  display_name text not null,
  description text not null default '',
  table_name text collate "C" not null check (table_name ~ '^[a-z][a-z0-9_]{0,62}$'),
  status text not null default 'draft' check (status in ('draft', 'active', 'deprecated', 'archived')),
  category text not null check (category in ('transactional', 'master', 'reference')),
  vertical text not null default '',
  module text not null default '',
  tags text[] not null default '{}',
  version int not null default 1,
  -- As they are edited, and as the table has them with the column of each; null: there is no table yet.
  fields jsonb not null,
  live_fields jsonb,
  -- With the columns that the job of the table works towards; null: no job is due.
  planned_fields jsonb,
  -- Columns that changes left behind: name, label, type, column, since when.
  retired jsonb not null default '[]',
  next_field int not null,
  next_column int not null default 1,
  -- The work on the table: waiting for its job, or failed with a reason; null: none.
  change_state text check (change_state in ('waiting', 'failed')),
  change_message text not null default '',
  change_key jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index entity_definitions_name on app.entity_definitions (org_id, name);
create unique index entity_definitions_table on app.entity_definitions (org_id, table_name);
call app.protect_tenant('app.entity_definitions', 'select, insert, update, delete', 'select');

-- Raises the number of definitions above that of the plan.
alter table auth.organizations add column entities_limit int not null default 0;

create table app.entity_versions (
  org_id uuid not null,
  entity_id uuid not null,
  version int not null,
  fields jsonb not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, entity_id, version),
  foreign key (org_id, entity_id) references app.entity_definitions (org_id, id) on delete cascade
);
call app.protect_tenant('app.entity_versions', 'select, insert');

-- The next value of an automatic number; its row lock makes two new records differ.
create table app.record_counters (
  org_id uuid not null,
  entity_id uuid not null,
  field_id text not null,
  next bigint not null,
  primary key (org_id, entity_id, field_id),
  foreign key (org_id, entity_id) references app.entity_definitions (org_id, id) on delete cascade
);
call app.protect_tenant('app.record_counters', 'select, insert, update');

create schema records;
grant usage on schema records to imperium_app, imperium_system;

-- The column list of `columns`: [{"name": "f1", "type": "text"}]. Refuses every name and type that is not on our lists.
create function app.record_column_sql(columns jsonb) returns text[] language plpgsql immutable set search_path = pg_catalog as $$
declare c jsonb; made text[] := '{}';
begin
  for c in select * from jsonb_array_elements(columns) loop
    if (c ->> 'name') !~ '^f[0-9]{1,4}$' then raise exception 'no column name: %', c ->> 'name'; end if;
    if (c ->> 'type') not in ('text', 'bigint', 'float8', 'boolean', 'date', 'timestamptz', 'uuid', 'text[]', 'uuid[]') then
      raise exception 'no column type: %', c ->> 'type';
    end if;
    made := made || format('%I %s', c ->> 'name', case c ->> 'type' when 'text' then 'text collate "C"' else c ->> 'type' end);
  end loop;
  return made;
end $$;
revoke all on function app.record_column_sql(jsonb) from public;

-- The table of that name, if it is one of this organization: its comment says whose it is.
create function app.own_record_table(target_org uuid, table_name text) returns regclass language plpgsql stable set search_path = pg_catalog as $$
declare relation regclass := to_regclass(format('records.%I', table_name));
begin
  if table_name !~ '^[a-z][a-z0-9_]{0,62}$' then raise exception 'no table name: %', table_name; end if;
  if relation is not null and obj_description(relation, 'pg_class') is distinct from target_org::text then
    raise exception 'the table % belongs to another organization', table_name;
  end if;
  return relation;
end $$;
revoke all on function app.own_record_table(uuid, text) from public;

-- Indexes of columns: `unique` (among the records that are not in the trash) or `plain`. Those that exist stay.
create function app.index_record_columns(relation regclass, columns jsonb) returns void language plpgsql set search_path = pg_catalog as $$
declare c jsonb;
  -- The name of the table is at most 63 characters, and so is that of an index.
  stem text := left((select relname from pg_class where oid = relation), 50);
begin
  for c in select * from jsonb_array_elements(columns) loop
    if c ->> 'index' = 'unique' then
      execute format('create unique index if not exists %I on %s (org_id, %I) where deleted_at is null',
        stem || '_u' || (c ->> 'name'), relation, c ->> 'name');
    elsif c ->> 'index' = 'plain' then
      execute format('create index if not exists %I on %s (org_id, %I, id)', stem || '_i' || (c ->> 'name'), relation, c ->> 'name');
    end if;
  end loop;
end $$;
revoke all on function app.index_record_columns(regclass, jsonb) from public;

-- Makes the table of a definition, closed to all other organizations; one that exists stays as it is.
create function app.make_record_table(target_org uuid, table_name text, columns jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
begin
  if app.own_record_table(target_org, table_name) is not null then return; end if;
  execute format('create table records.%I (
    org_id uuid not null check (org_id = %L::uuid),
    id uuid not null,
    label text not null default %L,
    -- In lower case, for the order by title and to find it by its beginning.
    label_key text collate "C" not null default %L,
    search text not null default %L,
    created_by_name text not null default %L,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    %s,
    primary key (org_id, id))', table_name, target_org, '', '', '', '', array_to_string(app.record_column_sql(columns), ', '));
  execute format('comment on table records.%I is %L', table_name, target_org);
  call app.protect_tenant(format('records.%I', table_name)::regclass, 'select, insert, update, delete');
  execute format('create index on records.%I (org_id, updated_at)', table_name);
  execute format('create index on records.%I (org_id, label_key, id)', table_name);
  execute format('create index on records.%I (org_id, deleted_at) where deleted_at is not null', table_name);
  perform app.index_record_columns(format('records.%I', table_name)::regclass, columns);
end $$;

-- Adds columns, all without a value: no row is written. Those that exist stay.
create function app.add_record_columns(target_org uuid, table_name text, columns jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
declare relation regclass := app.own_record_table(target_org, table_name); part text; parts text[];
begin
  if relation is null then raise exception 'there is no table %', table_name; end if;
  foreach part in array app.record_column_sql(columns) loop
    parts := parts || ('add column if not exists ' || part);
  end loop;
  if parts is not null then execute format('alter table %s %s', relation, array_to_string(parts, ', ')); end if;
end $$;

-- Indexes of columns that have no value yet. Apart from the columns, so that nothing is kept from reading while the table is looked through.
create function app.add_record_indexes(target_org uuid, table_name text, columns jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
declare relation regclass := app.own_record_table(target_org, table_name);
begin
  if relation is null then raise exception 'there is no table %', table_name; end if;
  perform app.index_record_columns(relation, columns);
end $$;

-- Drops columns and the values in them, which nothing names any more.
create function app.drop_record_columns(target_org uuid, table_name text, columns text[]) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
declare relation regclass := app.own_record_table(target_org, table_name); each text;
begin
  if relation is null then return; end if;
  foreach each in array columns loop
    if each !~ '^f[0-9]{1,4}$' then raise exception 'no column name: %', each; end if;
    execute format('alter table %s drop column if exists %I', relation, each);
  end loop;
end $$;

-- Drops up to `most` tables of an organization that is being erased; says how many went.
create function app.drop_record_tables(target_org uuid, most int) returns int
  language plpgsql set search_path = pg_catalog set lock_timeout = '2s' as $$
declare relation regclass; gone int := 0;
begin
  for relation in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'records' and c.relkind = 'r' and obj_description(c.oid, 'pg_class') = target_org::text limit most
  loop
    execute format('drop table %s', relation);
    gone := gone + 1;
  end loop;
  return gone;
end $$;

revoke all on function app.make_record_table(uuid, text, jsonb), app.add_record_columns(uuid, text, jsonb),
  app.add_record_indexes(uuid, text, jsonb), app.drop_record_columns(uuid, text, text[]), app.drop_record_tables(uuid, int) from public;
grant execute on function app.make_record_table(uuid, text, jsonb), app.add_record_columns(uuid, text, jsonb),
  app.add_record_indexes(uuid, text, jsonb), app.drop_record_columns(uuid, text, text[]) to imperium_system;

-- As before, and first the tables of the organization's records, a few each round.
create or replace function app.erase_organization(target uuid, batch int) returns bigint
  language plpgsql security definer set search_path = pg_catalog, app, auth as $$
declare relation regclass; gone bigint; total bigint := 0; held boolean := false;
begin
  perform 1 from auth.organizations o where o.id = target and o.deletes_at < now() for update;
  if not found then return 0; end if;
  perform set_config('app.erased_org', target::text, true);
  total := app.drop_record_tables(target, 20);
  for relation in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind = 'r' and c.relname not like 'audit\_%'
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
  loop
    begin
      execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where org_id = $1 limit $2))', relation) using target, batch;
      get diagnostics gone = row_count;
      total := total + gone;
    -- Others still refer to these rows: they go in the next round.
    exception when foreign_key_violation then held := true;
    end;
  end loop;
  if total = 0 and held then raise exception 'rows of organization % refer to each other in a circle', target; end if;
  if total = 0 then
    delete from auth.organizations where id = target;
    get diagnostics total = row_count;
  end if;
  perform set_config('app.erased_org', '', true);
  return total;
end $$;
