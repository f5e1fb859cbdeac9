-- Issued documents, their lines, payments and credit notes leave with their whole organization, when it is erased, as the ledger does.
create or replace function app.keep_frozen() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  moving text[] := string_to_array(tg_argv[1], ',') || array['status', 'contact_id', 'link_version', 'updated_at'];
  personal text[] := coalesce(string_to_array(nullif(tg_argv[2], ''), ','), '{}');
  is_erased boolean := personal <> '{}' and new.customer = '–';
begin
  if tg_op = 'DELETE' and old.org_id::text = current_setting('app.erased_org', true) then return old; end if;
  if old.status = 'Draft' or (tg_op = 'DELETE' and pg_trigger_depth() > 1) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% cannot be deleted', tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  if is_erased then moving := moving || personal; end if;
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving then
    raise exception '% cannot be changed', tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.keep_issued_lines() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  about record;
begin
  if tg_op = 'INSERT' then about := new; else about := old; end if;
  if tg_op = 'DELETE' and about.org_id::text = current_setting('app.erased_org', true) then return about; end if;
  if pg_trigger_depth() = 1 and exists (
    select from app.sales_invoices i where i.org_id = about.org_id and i.id = about.document_id and i.number is not null
  ) then
    raise exception 'lines of an issued invoice cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  return about;
end $$;

create or replace function app.keep_recorded() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  if tg_op = 'DELETE' and (pg_trigger_depth() > 1 or old.org_id::text = current_setting('app.erased_org', true)) then return old; end if;
  raise exception 'a recorded sales document cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
