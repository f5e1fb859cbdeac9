-- Drops the indexes of columns that a change left behind: a unique one would refuse a record that comes back from the trash.
create function app.drop_record_indexes(target_org uuid, table_name text, columns text[]) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
declare relation regclass := app.own_record_table(target_org, table_name); found name;
begin
  if relation is null then return; end if;
  for found in
    select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any (x.indkey::int2[])
    where x.indrelid = relation and not x.indisprimary and a.attname = any (columns) and a.attname ~ '^f[0-9]{1,4}$'
  loop
    execute format('drop index records.%I', found);
  end loop;
end $$;
revoke all on function app.drop_record_indexes(uuid, text, text[]) from public;
grant execute on function app.drop_record_indexes(uuid, text, text[]) to imperium_system;

-- Drops the table of a definition that was deleted. Only empty ones are: the module counts the records first.
create function app.drop_record_table(target_org uuid, table_name text) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms' as $$
declare relation regclass := app.own_record_table(target_org, table_name);
begin
  if relation is not null then execute format('drop table %s', relation); end if;
end $$;
revoke all on function app.drop_record_table(uuid, text) from public;
grant execute on function app.drop_record_table(uuid, text) to imperium_system;
