-- Records may belong to nodes of the hierarchy, like contacts: the row policy says who sees them.
do $$
declare relation regclass;
begin
  for relation in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'records' and c.relkind = 'r'
  loop
    call app.hold_in_nodes(relation);
  end loop;
end $$;

-- As before, and the table holds nodes.
create or replace function app.make_record_table(target_org uuid, table_name text, columns jsonb) returns void
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
  call app.hold_in_nodes(format('records.%I', table_name)::regclass);
  execute format('create index on records.%I (org_id, updated_at)', table_name);
  execute format('create index on records.%I (org_id, label_key, id)', table_name);
  execute format('create index on records.%I (org_id, deleted_at) where deleted_at is not null', table_name);
  perform app.index_record_columns(format('records.%I', table_name)::regclass, columns);
end $$;
