-- A link names the version of its document's links: the next one makes all earlier ones useless.
alter table app.sales_invoices add column link_version int not null default 0 check (link_version between 0 and 65535);
alter table app.sales_quotations add column link_version int not null default 0 check (link_version between 0 and 65535);

-- One guard for both kinds of documents. Arguments: what it is called, the columns that move on, and those that an erasure empties.
create function app.keep_frozen() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  moving text[] := string_to_array(tg_argv[1], ',') || array['status', 'contact_id', 'link_version', 'updated_at'];
  personal text[] := coalesce(string_to_array(nullif(tg_argv[2], ''), ','), '{}');
  is_erased boolean := personal <> '{}' and new.customer = '–';
begin
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
revoke all on function app.keep_frozen() from public;

drop trigger keep_issued on app.sales_invoices;
create trigger keep_issued before update or delete on app.sales_invoices for each row
  execute function app.keep_frozen('an issued invoice', 'paid,credited,payment_method,void_reason,recurring_id,recurring_on', '');
drop function app.keep_issued_invoice();
drop trigger keep_sent on app.sales_quotations;
create trigger keep_sent before update or delete on app.sales_quotations for each row
  execute function app.keep_frozen('a sent quotation', 'order_id,sent_at,decided_at,decided_by,decline_reason',
    'customer,customer_email,customer_address,customer_tax_id,notes');
drop function app.keep_sent_quotation();
